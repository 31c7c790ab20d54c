import { GLYPHS } from './core/legend-glyphs.ts'
import type { Glyph, GlyphPart } from './core/looks.ts'

/** A seat of the legend: the very paths that the canvas draws. */
export function SeatSign({ look, className }: { readonly look: number; readonly className?: string }) {
  return <GlyphSign glyph={GLYPHS[look] ?? []} {...(className !== undefined && { className })} />
}

export function GlyphSign({ glyph, className }: { readonly glyph: Glyph; readonly className?: string }) {
  return (
    <svg className={className} viewBox="-16 -16 32 32" aria-hidden="true">
      {glyph.map((part) => (
        <Part key={part.path} {...part} />
      ))}
    </svg>
  )
}

function Part({ path, fill, stroke, width, dash }: GlyphPart) {
  return (
    <path
      d={path}
      fill={fill ? `var(--${fill})` : 'none'}
      stroke={stroke ? `var(--${stroke})` : 'none'}
      strokeWidth={width}
      strokeDasharray={dash?.join(' ')}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  )
}
