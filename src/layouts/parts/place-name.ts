import type { Location } from '#lib/domain/catalogue/catalogue.ts'

/** A location with its city, said once: "תיאטרון החוף, תל אביב". */
export function placeName({ name, city }: Location): string {
  return city === '' || name.includes(city) ? name : `${name}, ${city}`
}
