import { lazy, useEffect, useState, type ComponentType, type LazyExoticComponent } from 'react'

interface Module<Props> {
  readonly default: ComponentType<Props>
}

/** A part of the page, by its name in its module, that is fetched when it is first drawn; one that does not come leaves a page that works without it. */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then<Module<Props>, Module<Props>>(
      (parts) => ({ default: parts[name] }),
      () => ({ default: () => null }),
    ),
  )
}

/** Fetches a module in a task of its own, after those that bring the page to life. @returns what calls it off */
export function fetchSoon<Loaded>(load: () => Promise<Loaded>, take: (loaded: Loaded) => void = () => undefined): () => void {
  const soon = setTimeout(() => void load().then(take, () => undefined), 0)
  return () => clearTimeout(soon)
}

/**
 * A module that is fetched soon, and what it draws is drawn at once: React would show what is suspended a third of a second later.
 * @returns undefined until it is here; it may never come
 */
export function useFetched<Loaded extends object>(load: () => Promise<Loaded>): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => fetchSoon(load, setLoaded), [load])
  return loaded
}
