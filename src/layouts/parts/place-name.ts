import type { Location } from '#lib/domain/catalogue/catalogue.ts'

/** A location with its city, without repeating it: "תיאטרון החוף, תל אביב". */
export function placeName({ name, city }: Location): string {
  return city === '' || name.includes(city) ? name : `${name}, ${city}`
}
