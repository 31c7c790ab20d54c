/** The parts of the drivers that are used. They are installed on the first run, outside the product's dependencies. */
declare module 'puppeteer-core' {
  export interface ElementHandle {
    click(): Promise<void>
    tap(): Promise<void>
    type(text: string): Promise<void>
    contentFrame(): Promise<Frame | null>
  }
  export interface Frame {
    evaluate(expression: string): Promise<unknown>
    $(selector: string): Promise<ElementHandle | null>
  }
  export interface Page {
    goto(address: string, options: { readonly waitUntil: 'load' }): Promise<unknown>
    mainFrame(): Frame
    setViewport(size: { readonly width: number; readonly height: number }): Promise<void>
    waitForSelector(selector: string): Promise<ElementHandle | null>
    readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
    readonly mouse: { click(x: number, y: number): Promise<void> }
    readonly touchscreen: { tap(x: number, y: number): Promise<void> }
  }
  export interface Browser {
    version(): Promise<string>
    newPage(): Promise<Page>
    close(): Promise<void>
  }
  export function launch(options: {
    readonly browser: 'firefox'
    readonly executablePath: string
    readonly headless: true
    readonly extraPrefsFirefox: Readonly<Record<string, string | number | boolean>>
  }): Promise<Browser>
}

declare module 'selenium-webdriver' {
  export interface WebElement {
    click(): Promise<void>
    sendKeys(...keys: string[]): Promise<void>
  }
  interface Actions {
    move(to: { readonly x: number; readonly y: number }): Actions
    click(): Actions
    perform(): Promise<void>
    sendKeys(...keys: string[]): Actions
  }
  export interface WebDriver {
    get(address: string): Promise<void>
    executeScript(script: string): Promise<unknown>
    findElement(by: unknown): Promise<WebElement>
    actions(): Actions
    switchTo(): { frame(element: WebElement): Promise<void>; defaultContent(): Promise<void> }
    getCapabilities(): Promise<{ get(name: string): unknown }>
    manage(): { window(): { setRect(size: { readonly width: number; readonly height: number }): Promise<unknown> } }
    quit(): Promise<void>
  }
  export const Capabilities: new (capabilities: Readonly<Record<string, unknown>>) => object
  export class Builder {
    usingServer(address: string): Builder
    withCapabilities(capabilities: object): Builder
    build(): Promise<WebDriver>
  }
  export const By: { css(selector: string): unknown }
  export const Key: Readonly<Record<string, string>>
}
