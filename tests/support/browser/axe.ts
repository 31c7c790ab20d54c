import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import axe, { type Result, type RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright'

/** The small build of axe-core: axe.source is the large one, which takes a browser twice as long to read. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules of WCAG that ask for colours. */
const COLOURS = axe
  .getRules(['cat.color'])
  .filter(({ tags }) => tags.some((tag) => WCAG.includes(tag)))
  .map(({ ruleId }) => ruleId)

/** What axe says by WCAG 2.2 AA of the page as it stands, its frames included: the rule and where. */
export function axeComplaints(page: Page): Promise<readonly string[]> {
  return complaints(page, { runOnly: WCAG })
}

/** As axeComplaints, by all rules that axe runs by itself. */
export function allAxeComplaints(page: Page): Promise<readonly string[]> {
  return complaints(page, {})
}

/** As axeComplaints, by the rules that ask for colours: for a page that was looked at as a whole and has changed nothing else. */
export function colourComplaints(page: Page): Promise<readonly string[]> {
  return complaints(page, { runOnly: { type: 'rule', values: COLOURS } })
}

async function complaints(page: Page, options: RunOptions): Promise<readonly string[]> {
  await Promise.all(page.frames().map(prepare))
  const violations = await page.evaluate(
    async (asked): Promise<Result[]> => {
      const { axe: runner } = globalThis as unknown as { axe: typeof axe }
      return (await runner.run(document, asked)).violations
    },
    { ...options, resultTypes: ['violations' as const] },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/**
 * Draws what is far below the window, ends what fades, so that axe sees the colours that a reader sees, and brings axe, once for each document. All our frames are of one
 * origin; one that goes away meanwhile has nothing to be looked at.
 */
async function prepare(frame: Frame): Promise<void> {
  const isThere = await frame.evaluate(drawAll).catch(() => true)
  if (!isThere) await frame.evaluate(SOURCE).catch(() => undefined)
}

/** @returns whether axe is there */
function drawAll(): boolean {
  if (document.adoptedStyleSheets.length === 0) {
    const everything = new CSSStyleSheet()
    everything.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(everything)
  }
  // Reading the height brings the colours up to date: what is drawn only now would fade while axe looks.
  if (document.body.offsetHeight < 0) return false
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  return 'axe' in globalThis
}

/** All of a page that axe reads beside its colours: what is where, what is seen, and the attributes that say what it is. */
export async function shapeOf(page: Page): Promise<string> {
  const shapes = await Promise.all(page.frames().map((frame) => frame.evaluate(readShape).catch(() => '')))
  return shapes.join('\n')
}

function readShape(): string {
  const lines = [...document.querySelectorAll('*')].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    const told = [...one.attributes].filter(({ name }) => !/^(class|style|fill|stroke|data-.*)$/.test(name))
    const attributes = told.map(({ name, value }) => `${name}=${value}`).join(' ')
    return `${one.tagName} ${[x, y, width, height].map(Math.round).join()} ${String(one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))} ${attributes}`
  })
  return lines.join('\n')
}
