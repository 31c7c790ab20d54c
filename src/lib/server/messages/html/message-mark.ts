import { settings } from '#lib/server/platform/config/settings.ts'
import { mailColours } from './message-colours.ts'
import { nameHtml, SERIF, TABLE } from './message-parts.ts'

/** The site's logo, rows of seats before a stage: o a seat, x the stage's dot. */
const SEATS = ['o.....o', '.o.o.o.', '..o.o..', '...x...']
const SIZE = '5'

/**
 * The logo and the shop's name. The logo is drawn as a table, because mail programs block pictures by default; a shop with its own logo picture appears by name
 * only.
 */
export function brandHtml(): string {
  const { name, mark } = settings().brand
  const { stage } = mailColours().light
  const drawn =
    mark === undefined
      ? `<td class="stage" bgcolor="${stage}" style="background-color:${stage}" aria-hidden="true">${drawnMark()}</td><td width="12" style="width:12px;font-size:0">&nbsp;</td>`
      : ''
  return `<table ${TABLE}><tr>${drawn}<td class="stage" bgcolor="${stage}" style="background-color:${stage};color:#FFFFFF;${SERIF};font-size:24px;line-height:1.2;font-weight:900">${nameHtml(name)}</td></tr></table>`
}

function drawnMark(): string {
  const rows = SEATS.map((seats) => `<tr>${[...seats].map(seatHtml).join('')}</tr>`)
  return `<table ${TABLE} dir="ltr">${rows.join('')}</table>`
}

function seatHtml(sign: string): string {
  const colour = sign === 'o' ? '#FFFFFF' : mailColours().light.dot
  const paint = sign === '.' ? '' : `;background-color:${colour};border-radius:50%" bgcolor="${colour}`
  return `<td width="${SIZE}" height="${SIZE}" style="width:${SIZE}px;height:${SIZE}px;font-size:0;line-height:0${paint}"></td>`
}
