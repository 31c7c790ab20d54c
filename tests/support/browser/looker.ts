import type { Page } from 'playwright'
import { clippedTexts } from './clipped-text.ts'
import { foreignTexts } from './foreign-texts.ts'
import { forgetShifts, shiftsOf } from './layout-shifts.ts'

const LIMIT = 0.02
const WIDTHS = [320, 390, 768, 1440]

/** Whoever looks at pages in one language: what is wrong with them is written down. */
export class Looker {
  readonly found: string[] = []
  readonly page: Page
  private readonly language: string

  constructor(page: Page, language: string) {
    this.page = page
    this.language = language
  }

  /** Chooses it by the menu in the head of the page. */
  async chooseLanguage(): Promise<void> {
    if (this.language === 'he') return
    await this.page.locator('.languages summary').click()
    await this.page.locator(`.languages a[lang="${this.language}"]`).click()
    await this.page.locator(`html[lang=${this.language}]`).waitFor()
  }

  /** The page as it stands: in the chosen language, still, and whole where letters are twice as big. */
  async look(where: string): Promise<void> {
    const { page } = this
    // Those further down begin when they are come to.
    await page.waitForFunction(() => document.querySelector('astro-island[ssr]:not([client=visible])') === null)
    await page.evaluate(() => document.fonts.ready)
    const { shifted, shifts } = await shiftsOf(page)
    if (shifted > LIMIT) this.found.push(`${where} moves: ${shifts.join(' | ')}`)
    const language = await page.locator('html').getAttribute('lang')
    if (language !== this.language) this.found.push(`${where} is in ${String(language)}`)
    if (language !== 'he') this.found.push(...(await foreignTexts(page)).map((one) => `${where}: ${one}`))
    const size = page.viewportSize()
    await this.sizeLetters('200%')
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      this.found.push(...(await clippedTexts(page)).map((one) => `${where}, ${String(width)} px: ${one}`))
    }
    await this.sizeLetters('')
    if (size) await page.setViewportSize(size)
    await forgetShifts(page)
  }

  private sizeLetters(size: string): Promise<void> {
    return this.page.evaluate((to) => {
      document.documentElement.style.fontSize = to
    }, size)
  }
}
