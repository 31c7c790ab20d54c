import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

interface Module<Props> {
  readonly default: ComponentType<Props>
}

/** A part of the page that is fetched when it is first drawn; one that does not come leaves a page that works without it. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then<Module<Props>, Module<Props>>(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
}
