import { type PointerEvent, useRef, useState } from 'react'
import { maxPoints, maxStrokes, type Stroke, strokeColors } from '#shared/rules/recordings.ts'
import { useTexts } from '../i18n.ts'
import { classes } from '../kit/classes.ts'
import styles from './Recordings.module.css'
import english from './texts.en.json'

type Props = { strokes: readonly Stroke[]; onDraw?: (strokes: Stroke[]) => void }

/** Lines over a paused frame: drawn by finger, pen or mouse, and shown with the moment. */
export function Board({ strokes, onDraw }: Props) {
  const t = useTexts('recordings', english)
  const [color, setColor] = useState<Stroke['color']>('yellow')
  const [currentLine, setCurrentLine] = useState<readonly number[]>([])
  const svg = useRef<SVGSVGElement>(null)
  const isFull = strokes.length >= maxStrokes
  function toPoint({ clientX, clientY }: PointerEvent): number[] {
    const box = svg.current?.getBoundingClientRect()
    if (!box || box.width === 0 || box.height === 0) return []
    const toPerMille = (share: number) => Math.round(1000 * Math.min(1, Math.max(0, share)))
    return [toPerMille((clientX - box.left) / box.width), toPerMille((clientY - box.top) / box.height)]
  }
  function finishLine() {
    if (currentLine.length >= 4) onDraw?.([...strokes, { color, points: currentLine }])
    setCurrentLine([])
  }
  const shownStrokes = currentLine.length > 0 ? [...strokes, { color, points: currentLine }] : strokes
  return (
    <>
      <svg
        ref={svg}
        viewBox="0 0 1000 1000"
        preserveAspectRatio="none"
        className={classes(styles.board, onDraw && styles.drawing)}
        role="img"
        aria-label={onDraw ? t('drawHere') : t('drawn')}
        {...(onDraw && {
          onPointerDown: (event: PointerEvent) => {
            if (isFull) return
            event.currentTarget.setPointerCapture(event.pointerId)
            setCurrentLine(toPoint(event))
          },
          onPointerMove: (event: PointerEvent) => {
            if (currentLine.length > 0 && currentLine.length < 2 * maxPoints)
              setCurrentLine([...currentLine, ...toPoint(event)])
          },
          onPointerUp: finishLine,
          onPointerCancel: finishLine,
        })}
      >
        {shownStrokes.map(({ color, points }, i) => (
          <polyline
            // oxlint-disable-next-line react/no-array-index-key -- lines have no id and keep their order
            key={i}
            points={points.join(' ')}
            className={styles[color]}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {onDraw && (
        <div className={styles.colors} role="group" aria-label={t('color')}>
          {strokeColors.map((each) => (
            <button
              key={each}
              type="button"
              className={classes(styles.color, styles[each])}
              aria-label={t(each)}
              aria-pressed={each === color}
              onClick={() => setColor(each)}
            />
          ))}
        </div>
      )}
    </>
  )
}
