// astro-i18next reads only a .cjs config. The catalogues are handed over inline: by default it would bake this build machine's paths into the server.
const { RESOURCES, NAMESPACES } = require('./src/lib/text/catalogues.ts')

/** The library prints texts between quotes as they are: what would end the quotes is escaped first. */
const escaped = (value) =>
  typeof value === 'string'
    ? JSON.stringify(value).slice(1, -1)
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, escaped(inner)]))

module.exports = {
  defaultLocale: 'he',
  locales: ['he', 'en', 'ru', 'ar'],
  namespaces: [...NAMESPACES],
  defaultNamespace: 'common',
  load: ['server'],
  i18nextServer: {
    resources: escaped(RESOURCES),
    lng: 'he',
    fallbackLng: 'he',
    supportedLngs: ['he', 'en', 'ru', 'ar'],
    initImmediate: false,
    keySeparator: false,
    returnNull: false,
    interpolation: { escapeValue: false }, // pages and React escape
  },
  i18nextServerPlugins: { fsBackend: null },
}
