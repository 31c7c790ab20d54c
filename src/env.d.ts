/// <reference types="astro/client" />

/** The text of a script that stands alone (astro.config.mjs). */
declare module '*?script' {
  const text: string
  export default text
}

declare namespace App {
  interface Locals {
    /** Set on pages that have a visitor; calls get theirs from serve.ts. */
    visitor?: import('#lib/server/customers/session/visitors.ts').Visitor
    /** Whether the page is rendered for nobody, to be shared (shared-pages.ts): a mark stands for the visitor's name, and it has no visitor. */
    isForNobody?: true
    /** What came of the visitor's last step, for this page to tell. */
    said?: import('#lib/server/platform/http/say-next.ts').Saying | undefined
    locale: import('#lib/text/locales.ts').Locale
    requestId: string
    /** After how many seconds a caller who asked for too much is welcome again. */
    retrySeconds?: number
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** The address of the texts that the island needs (spoken-directive.ts). */
    'client:spoken'?: string
  }
}
