import { type PointerEvent, useRef, useState } from 'react'
import { maxPoints, maxStrokes, type Stroke, strokeColors } from '#shared/rules/recordings.ts'
import { useTexts } from '../i18n.ts'
import { classes } from '../kit/classes.ts'
import styles from './Recordings.module.css'
import english from './texts.en.json'

type Props = { strokes: readonly Stroke[]; draw?: (strokes: Stroke[]) => void }

/** Lines over a paused frame: drawn by finger, pen or mouse, and shown with the moment. */
export function Board({ strokes, draw }: Props) {
  const t = useTexts('recordings', english)
  const [color, choose] = useState<Stroke['color']>('yellow')
  const [line, setLine] = useState<readonly number[]>([])
  const surface = useRef<SVGSVGElement>(null)
  const isFull = strokes.length >= maxStrokes
  function pointOf({ clientX, clientY }: PointerEvent): number[] {
    const box = surface.current?.getBoundingClientRect()
    if (!box || box.width === 0 || box.height === 0) return []
    const within = (share: number) => Math.round(1000 * Math.min(1, Math.max(0, share)))
    return [within((clientX - box.left) / box.width), within((clientY - box.top) / box.height)]
  }
  function end() {
    if (line.length >= 4) draw?.([...strokes, { color, points: line }])
    setLine([])
  }
  const shown = line.length > 0 ? [...strokes, { color, points: line }] : strokes
  return (
    <>
      <svg
        ref={surface}
        viewBox="0 0 1000 1000"
        preserveAspectRatio="none"
        className={classes(styles.board, draw && styles.drawing)}
        role="img"
        aria-label={draw ? t('drawHere') : t('drawn')}
        {...(draw && {
          onPointerDown: (event: PointerEvent) => {
            if (isFull) return
            event.currentTarget.setPointerCapture(event.pointerId)
            setLine(pointOf(event))
          },
          onPointerMove: (event: PointerEvent) => {
            if (line.length > 0 && line.length < 2 * maxPoints) setLine([...line, ...pointOf(event)])
          },
          onPointerUp: end,
          onPointerCancel: end,
        })}
      >
        {shown.map(({ color, points }, i) => (
          <polyline
            // oxlint-disable-next-line react/no-array-index-key -- lines have no id and keep their order
            key={i}
            points={points.join(' ')}
            className={styles[color]}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {draw && (
        <div className={styles.colors} role="group" aria-label={t('color')}>
          {strokeColors.map((each) => (
            <button
              key={each}
              type="button"
              className={classes(styles.color, styles[each])}
              aria-label={t(each)}
              aria-pressed={each === color}
              onClick={() => choose(each)}
            />
          ))}
        </div>
      )}
    </>
  )
}
