import { parseArgs } from 'node:util'
import { database } from '#lib/server/platform/db/connect.ts'
import { checkMedia } from '#lib/server/vod/check-media.ts'
import { addFilm, filmNames, nameOf, removeFilm } from './film-folders.ts'
import { EXIT, type Terminal } from '#lib/server/platform/terminal/terminal.ts'

const USAGE = `Usage: npm run vod -- list                       names the films that a catalogue may name as media
       npm run vod -- add FILE… [--as NAME]      encodes films by ffmpeg, or copies folders of HLS
       npm run vod -- remove NAME                deletes a film that no catalogue names`

export type Command =
  | { readonly do: 'list' }
  | { readonly do: 'add'; readonly files: readonly string[]; readonly as: string | undefined }
  | { readonly do: 'remove'; readonly name: string }

export function readCommand(args: readonly string[]): Command | undefined {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { as: { type: 'string' } } })
    const [what, ...names] = positionals
    const [name] = names
    if (what === 'add' && name !== undefined && (values.as === undefined || names.length === 1))
      return { do: 'add', files: names, as: values.as }
    if (values.as !== undefined) return undefined
    if (what === 'list' && names.length === 0) return { do: 'list' }
    return what === 'remove' && name !== undefined && names.length === 1 ? { do: 'remove', name } : undefined
  } catch {
    return undefined
  }
}

/** Runs a command; only `remove` needs a database. */
export async function filmsFromTerminal(command: Command | undefined, terminal: Terminal): Promise<number> {
  if (!command) {
    terminal.complain(USAGE)
    return EXIT.misused
  }
  if (command.do === 'list') return list(terminal)
  return command.do === 'add' ? add(command.files, command.as, terminal) : remove(command.name, terminal)
}

async function list({ say }: Terminal): Promise<number> {
  const names = await filmNames()
  for (const name of names) {
    const checked = await checkMedia(name)
    say(`${name}  ${checked.ok ? describe(checked.facts) : checked.sentence}`)
  }
  if (names.length === 0) say('There are no films yet.')
  return EXIT.done
}

function describe({ seconds, subtitles, sounds }: Extract<Awaited<ReturnType<typeof checkMedia>>, { ok: true }>['facts']): string {
  return `${new Date(seconds * 1000).toISOString().slice(11, 19)}, subtitles: ${String(subtitles.length)}, sounds: ${String(Math.max(1, sounds.length))}`
}

async function add(files: readonly string[], as: string | undefined, { say, complain }: Terminal): Promise<number> {
  let failed = 0
  for (const file of files) {
    let told = 0
    const added = await addFilm(file, as ?? nameOf(file), (share) => {
      const tenth = Math.floor(share * 10)
      if (tenth > told) say(`${file}: ${String(tenth * 10)} %`)
      told = Math.max(told, tenth)
    })
    if (added.ok) say(`${file}: added as ${added.name}`)
    else complain(`${file}: ${added.sentence}`)
    failed += Number(!added.ok)
  }
  return failed > 0 ? EXIT.refused : EXIT.done
}

async function remove(name: string, { say, complain }: Terminal): Promise<number> {
  const { rows } = await database().query<{ id: number }>('SELECT film_id AS id FROM film WHERE media = $1 ORDER BY film_id', [name])
  const [film] = rows
  if (film) complain(`${name} is the film of presentation ${String(film.id)}: let the catalogue name another folder first.`)
  else if (await removeFilm(name)) say(`${name} is removed.`)
  else complain(`There is no film ${name}.`)
  return film || (await filmNames()).includes(name) ? EXIT.refused : EXIT.done
}
