import { describe, expect, test } from 'vitest'
import { readMainPlaylist, readMediaPlaylist } from '#lib/domain/catalogue/films/playlist.ts'

const MAIN = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",LANGUAGE="he",NAME="עברית",DEFAULT=YES,URI="sound/he.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",LANGUAGE="he",NAME="Described, slowly",CHARACTERISTICS="public.accessibility.describes-video",URI="sound/ad.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",LANGUAGE="en",NAME="English",URI="text/en.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",LANGUAGE="he",NAME="SDH",CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound",URI="text/sdh.m3u8"
#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="CC",INSTREAM-ID="CC1"

#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360
low/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2400000
high/index.m3u8
`

describe('the main playlist of a film', () => {
  const read = () => readMainPlaylist(MAIN)

  test('names its levels, and every playlist', () => {
    expect(read()?.levels).toEqual(['low/index.m3u8', 'high/index.m3u8'])
    expect(read()?.playlists).toEqual([
      ...['low/index.m3u8', 'high/index.m3u8'],
      ...['sound/he.m3u8', 'sound/ad.m3u8', 'text/en.m3u8', 'text/sdh.m3u8'],
    ])
  })

  test('says which sounds there are, and which of them describes what is seen', () => {
    expect(read()?.sounds).toEqual([
      { language: 'he', name: 'עברית', isDescription: false },
      { language: 'he', name: 'Described, slowly', isDescription: true },
    ])
  })

  test('says which subtitles there are, and which are for the hard of hearing', () => {
    expect(read()?.subtitles).toEqual([
      { language: 'en', name: 'English', isForHardOfHearing: false },
      { language: 'he', name: 'SDH', isForHardOfHearing: true },
    ])
  })

  test('names no playlist by what is neither a sound nor a subtitle', () => {
    const text = '#EXT-X-SESSION-DATA:DATA-ID="title",URI="title.json"\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="frames.m3u8"\n'
    expect(readMainPlaylist(MAIN + text)).toEqual(read())
  })

  test('may have a mark before it, lines of Windows, and sounds without language and name', () => {
    const text = '\uFEFF#EXTM3U\r\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a"\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\r\n one.m3u8 \r\n'
    expect(readMainPlaylist(text)).toEqual({
      ...{ levels: ['one.m3u8'], playlists: ['one.m3u8'], subtitles: [] },
      sounds: [{ language: '', name: '', isDescription: false }],
    })
  })

  test.each([
    ['nothing', ''],
    ['another text', 'hello'],
    ['one that does not begin as a playlist', MAIN.replace('#EXTM3U\n', '')],
    ['one whose beginning comes later', `#EXT-X-VERSION:7\n${MAIN}`],
    ['one without levels', '#EXTM3U\n#EXTINF:4,\na.ts'],
    ['one whose level is not named', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1'],
  ])('is not %s', (_what, text) => {
    expect(readMainPlaylist(text)).toBeUndefined()
  })
})

describe('a media playlist', () => {
  test('has its segments after the file that begins them, and their length', () => {
    const text =
      '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4.5,\n0.m4s\n#EXTINF:3.25,last\n\n1.m4s\n#EXT-X-ENDLIST\n'
    expect(readMediaPlaylist(text)).toEqual({ files: ['init.mp4', '0.m4s', '1.m4s'], seconds: 7.75 })
  })

  test('has no segments and no length by what only hints at them', () => {
    const text = '#EXTM3U\n# in place of #EXTINF:9,\n#EXTINF:4,\n0.m4s\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI="1.m4s"\n'
    expect(readMediaPlaylist(text)).toEqual({ files: ['0.m4s'], seconds: 4 })
  })

  test('may be empty', () => {
    expect(readMediaPlaylist('#EXTM3U')).toEqual({ files: [], seconds: 0 })
    expect(readMediaPlaylist('#EXTM3U\n#EXT-X-MAP:BYTERANGE="1@0"\n#EXTINF:x,\n1.ts')).toEqual({ files: ['1.ts'], seconds: 0 })
  })

  test('is neither a main one nor another text', () => {
    expect([readMediaPlaylist(MAIN), readMediaPlaylist('hello'), readMediaPlaylist('')]).toEqual([undefined, undefined, undefined])
  })
})
