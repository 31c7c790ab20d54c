/** What every browser can do, whoever drives it. Elements are found in the page by its own script and marked, so that each driver only has to press the mark. */
export interface BrowserTab {
  /** "Firefox 153.7". */
  readonly name: string
  goTo(address: string): Promise<void>
  /** The value of an expression in the page, or in the frame that was entered. */
  evaluate<Value>(expression: string): Promise<Value>
  /** A real press on the element that carries the mark. */
  pressMarked(): Promise<void>
  /** Real keys into the element that carries the mark, which is empty. */
  typeIntoMarked(text: string): Promise<void>
  /** A real press at a point of the window, in CSS pixels. */
  pressAt(x: number, y: number): Promise<void>
  key(name: Key): Promise<void>
  type(text: string): Promise<void>
  /** From now on everything is said of the frame, until `leaveFrame`. */
  enterFrame(selector: string): Promise<void>
  leaveFrame(): Promise<void>
  close(): Promise<void>
}

export type Key = 'Tab' | 'Enter' | 'Space' | 'ArrowLeft' | 'ArrowDown'

export const MARK = 'data-driven'

export interface WindowSize {
  readonly width: number
  readonly height: number
  readonly hasTouch: boolean
}

export const PHONE_SIZE: WindowSize = { width: 390, height: 844, hasTouch: true }
export const DESK_SIZE: WindowSize = { width: 1440, height: 900, hasTouch: false }
