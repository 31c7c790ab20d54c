import type { Page } from 'playwright'
import { contrastOf, parseColour } from '#lib/domain/catalogue/accent.ts'

/** What a browser shows of a letter, measured: says why a picture of it is wrong, in every language and in the fonts that the machine has. */
export interface MailPicture {
  /** By how many pixels it is wider than its window. */
  readonly sideways: number
  readonly direction: string
  readonly language: string
  /** Text of the headline, where it is seen. */
  readonly headline: string
  readonly texts: readonly PaintedText[]
  /** Of the letter's own ground. */
  readonly ground: string
  readonly buttons: readonly { readonly width: number; readonly height: number }[]
  readonly links: readonly string[]
  /** All that is seen. */
  readonly seen: string
}

/** Colours are #rrggbb. */
export interface PaintedText {
  readonly text: string
  readonly colour: string
  readonly ground: string
}

/** Of the letter that the page shows. */
export function measureMail(page: Page): Promise<MailPicture> {
  return page.evaluate(() => {
    const hex = (colour: string): string =>
      `#${(colour.match(/\d+/g) ?? [])
        .slice(0, 3)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true }) && element.getBoundingClientRect().width > 0
    const groundOf = (element: Element | null): string => {
      if (!element) return '#ffffff'
      const { backgroundColor } = getComputedStyle(element)
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : hex(backgroundColor)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: { text: string; colour: string; ground: string }[] = []
    while (walker.nextNode()) {
      const { parentElement: element, textContent: text } = walker.currentNode
      if (element && text?.replaceAll('\u00a0', ' ').trim() && isSeen(element))
        texts.push({ text: text.trim(), colour: hex(getComputedStyle(element).color), ground: groundOf(element) })
    }
    const headline = document.querySelector('h1')
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      sideways: scrollWidth - clientWidth,
      direction: headline ? getComputedStyle(headline).direction : '',
      language: headline?.closest('[lang]')?.getAttribute('lang') ?? '',
      headline: headline && isSeen(headline) ? headline.innerText : '',
      texts,
      ground: groundOf(document.querySelector('.card')),
      buttons: [...document.querySelectorAll('a.accent')]
        .map((button) => button.getBoundingClientRect())
        .map(({ width, height }) => ({ width, height })),
      links: [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? ''),
      seen: document.body.innerText,
    }
  })
}

/** How a mail program paints two colours that lie on each other. */
export type Repaint = (painted: PaintedText) => readonly [string, string]

export const asWritten: Repaint = ({ colour, ground }) => [colour, ground]
/** Turns every colour into its opposite, as some programs do in the dark. */
export const allInverted: Repaint = ({ colour, ground }) => [inverted(colour), inverted(ground)]
/** Turns bright grounds and dark texts only, each for itself, as others do. */
export const halfInverted: Repaint = ({ colour, ground }) => [
  isBright(colour) ? colour : inverted(colour),
  isBright(ground) ? inverted(ground) : ground,
]

/** Texts that cannot be read well on their ground: contrast below 4.5. */
export function faintTexts({ texts }: MailPicture, repaint: Repaint): readonly string[] {
  const ratioOf = (painted: PaintedText): number => {
    const [colour, ground] = repaint(painted)
    return contrastOf(parseColour(colour), parseColour(ground))
  }
  return texts.filter((painted) => ratioOf(painted) < 4.5).map((painted) => `${painted.text}: ${repaint(painted).join(' on ')}`)
}

function inverted(colour: string): string {
  return `#${parseColour(colour)
    .map((part) => (255 - part).toString(16).padStart(2, '0'))
    .join('')}`
}

export function isBright(colour: string): boolean {
  const parts = parseColour(colour)
  return Math.max(...parts) + Math.min(...parts) > 255
}
