import type { AstroGlobal } from 'astro'

/** A step as it was opened: with the status of its page, or where to go instead; undefined: there is none. */
type Opening<Step> = Promise<Step | { readonly goTo: string } | undefined>

/** Opens the page of a step of an enrolment: what it shows, or the answer in its place. */
export async function openStepPage<Step extends { readonly status: number }>(
  page: Pick<AstroGlobal, 'response' | 'rewrite' | 'redirect'>,
  opening: Opening<Step>,
): Promise<Step | Response> {
  page.response.headers.set('Cache-Control', 'no-store')
  const opened = await opening
  if (!opened) return page.rewrite('/404')
  if ('goTo' in opened) return page.redirect(opened.goTo, 303)
  page.response.status = opened.status
  return opened
}
