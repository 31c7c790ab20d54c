/** What a plan says in another language: names of sections and levels by their Hebrew ones, and the label of the stage. What is left out stays Hebrew. */
export interface PlanWords {
  readonly sections?: Readonly<Record<string, string>>
  /** By the Hebrew names of the levels. */
  readonly levels?: Readonly<Record<string, string>>
  readonly stage?: string
}

/** By language. */
export type PlanLanguages = Readonly<Record<string, PlanWords>>

/** Names what a language shows of a plan: its version, and the language if the plan has words in it. For addresses and tags of answers. */
export function editionOf({ version, words }: { readonly version: string; readonly words?: PlanLanguages | null }, locale: string): string {
  return words?.[locale] ? `${version}.${locale}` : version
}

interface NamedPlan {
  readonly words?: PlanLanguages | null
  readonly stage: { readonly label: string } | null
  readonly areas?: readonly { readonly text: string }[] | undefined
  readonly levels?: readonly { readonly name: string }[] | undefined
  readonly sections: readonly { readonly name: string }[]
}

/** The plan with its names in a language. */
export function planIn<Of extends NamedPlan>(plan: Of, locale: string): Of {
  const own = plan.words?.[locale]
  if (!own) return plan
  const { sections, stage, areas, levels } = plan
  const label = own.stage ?? stage?.label ?? ''
  return {
    ...plan,
    stage: stage && { ...stage, label },
    ...(areas && { areas: areas.map((area) => (stage && area.text === stage.label ? { ...area, text: label } : area)) }),
    ...(levels && { levels: levels.map((level) => ({ ...level, name: own.levels?.[level.name] ?? level.name })) }),
    sections: sections.map((section) => ({ ...section, name: nameIn(own, section.name) })),
  }
}

/** A section's name in a language; one that has none stays as it is. @param name its Hebrew name, now or when it was sold */
export function nameIn(words: PlanWords | undefined, name: string): string {
  const { sections = {} } = words ?? {}
  return Object.hasOwn(sections, name) ? (sections[name] ?? name) : name
}
