// astro-i18next reads only a .cjs config. The catalogues are handed over inline: by default it would bake this build machine's paths into the server.
const { RESOURCES, NAMESPACES } = require('./src/lib/text/catalogues.ts')

module.exports = {
  defaultLocale: 'he',
  locales: ['he', 'en', 'ru', 'ar'],
  namespaces: [...NAMESPACES],
  defaultNamespace: 'common',
  load: ['server'],
  i18nextServer: {
    resources: RESOURCES,
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
