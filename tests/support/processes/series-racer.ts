import { raceForSeries, type SeriesRace } from '#tests/support/seats/series-race.ts'

/** Subscribers in a process of their own: races for what each message names, and answers with what they were told. */
process.on('message', (race: SeriesRace) => {
  void raceForSeries(race).then((told) => process.send?.(told))
})
process.send?.('ready')
