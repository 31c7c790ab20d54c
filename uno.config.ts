import { defineConfig, presetMini } from 'unocss'

/** Utilities for layout only; colours, type and components come from the tokens and src/layouts/*.css. */
export default defineConfig({
  presets: [presetMini({ preflight: false })],
  /** Names of the design’s components that UnoCSS would take for utilities. */
  blocklist: ['where', '?', 'block', 'outline', 'b', 'pr'],
  theme: {
    spacing: {
      1: 'var(--s-1)',
      2: 'var(--s-2)',
      3: 'var(--s-3)',
      4: 'var(--s-4)',
      5: 'var(--s-5)',
      6: 'var(--s-6)',
      7: 'var(--s-7)',
      8: 'var(--s-8)',
    },
    breakpoints: { mobile: '600px', tablet: '900px', laptop: '1250px' },
  },
})
