/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Set on pages that have a visitor; calls get theirs from serve.ts. */
    visitor?: import('#lib/server/visitors.ts').Visitor
    locale: import('#lib/text/locales.ts').Locale
    requestId: string
  }
}
