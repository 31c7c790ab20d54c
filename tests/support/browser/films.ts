import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { readAnswer } from '#tests/support/read-answer.ts'
import { Buyer, CARDS } from '#tests/support/buyers/buyer.ts'
import { cartOf } from '#tests/support/buyers/house.ts'
import { commitOrder } from '#lib/contract/order/orders.ts'
import type { WatchStream } from '#lib/contract/area/vod.ts'
import { projectFile } from '#lib/server/platform/config/project-file.ts'
import { shopDataDir, shopOrigin } from './own-shop.ts'
import type { Shopper } from './shopper.ts'

/** A film of the demo catalogue: two levels, subtitles, two sounds, eighty seconds. */
export const FILM = '/vod/9001'
export const FILM_NAME = 'תשע דקות לחצות'

export function buyButton(page: Page) {
  return page.locator('#buy button.buy-now')
}

/** The player is drawn and answers. */
export function alive(page: Page): Promise<void> {
  return page.locator('astro-island:not([ssr]) .player').waitFor()
}

/** Whether a request asks to begin to watch. */
export function isPlay(address: string): boolean {
  return new URL(address).pathname.endsWith('/play')
}

/** Changes what the server tells this browser as it begins to watch. */
export async function tellPlayer(page: Page, change: Partial<WatchStream>): Promise<void> {
  await page.route(
    (address) => isPlay(String(address)),
    async (route) => {
      const response = await route.fetch()
      const { stream } = (await response.json()) as { readonly stream: WatchStream }
      await route.fulfill({ response, json: { stream: { ...stream, ...change } } })
    },
  )
}

/** From the film that was just chosen through details and payment to the confirmation. */
export async function payForFilm(shopper: Shopper, typed?: Parameters<Shopper['fillDetails']>[0]): Promise<void> {
  const { page } = shopper
  await page.waitForURL(/\/booking\/checkout$/)
  await page.locator('astro-island:not([ssr]) form#details').waitFor()
  await shopper.fillDetails(typed)
  await shopper.toPayment()
  await shopper.payBy(CARDS.accepted)
  await page.waitForURL(/\/cart\/[\w-]+$/)
}

/** Makes the visitor somebody who has bought a film. @param total what it costs, in shekels */
export async function holdFilm({ page }: Shopper, vodId: number, total: number): Promise<{ readonly uuid: string }> {
  const buyer = new Buyer(shopOrigin)
  await buyer.openPage()
  await buyer.post(`/vod/${String(vodId)}`, '', { 'content-type': 'application/x-www-form-urlencoded', origin: shopOrigin })
  const paymentIdentifier = await buyer.payByCard(CARDS.accepted, total)
  readAnswer(commitOrder, await buyer.commit({ ...cartOf([], paymentIdentifier), films: [{ vodId }] }))
  await page.context().addCookies([...buyer.cookies].map(([name, value]) => ({ name, value, url: shopOrigin })))
  return buyer
}

/** A live stream whose window of three segments moves on every four seconds, made of a film of the demo. */
export class LiveStream {
  private first = 0
  private timer: ReturnType<typeof setInterval> | undefined
  private readonly folder: string

  /** @param media the name of its folder */
  constructor(media: string) {
    this.folder = join(shopDataDir, 'vod', media)
  }

  async start(): Promise<void> {
    const from = (file: string) => projectFile(`src/lib/demo/films/demo-nine-minutes/${file}`)
    await mkdir(join(this.folder, '180'), { recursive: true })
    const segments = Array.from({ length: 20 }, (_, at) => `180/${String(at)}.m4s`)
    for (const file of ['180/init_0.mp4', ...segments]) await copyFile(from(file), join(this.folder, file))
    const main = '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-STREAM-INF:BANDWIDTH=40000,RESOLUTION=320x180,CODECS="avc1.4d4015"\n180/index.m3u8\n'
    await writeFile(join(this.folder, 'master.m3u8'), main)
    await this.move()
    this.timer = setInterval(() => void this.move(), 4_000)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private async move(): Promise<void> {
    const segments = [0, 1, 2].map((at) => `#EXTINF:4.0,\n${String(this.first + at)}.m4s`)
    const head = `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:${String(this.first)}\n#EXT-X-MAP:URI="init_0.mp4"`
    await writeFile(join(this.folder, '180', 'index.m3u8'), `${head}\n${segments.join('\n')}\n`)
    if (this.first < 17) this.first += 1
  }
}
