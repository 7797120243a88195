import { useRef, useState } from 'react'
import type { Stroke } from '#shared/rules/recordings.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/Badge.tsx'
import { Segmented } from '../kit/Radios.tsx'
import { useResumingPlayback } from '../kit/useResumingPlayback.ts'
import { Board } from './Board.tsx'
import { MarkForm } from './MarkForm.tsx'
import { Moments } from './Moments.tsx'
import styles from './Recordings.module.css'
import type { Moment, Recording } from './shapes.ts'
import english from './texts.en.json'

const speeds = ['0.25', '0.5', '1', '1.5', '2'] as const
type Speed = (typeof speeds)[number]
/** Seconds of one step back or forward. */
const step = 5

type Props = { recording: Recording; url: string; from: number; again: () => void }

/** The film with its playback speed and moments. While a moment is being marked the film is paused and can be drawn on. */
export function Film({ recording, url, from, again }: Props) {
  const t = useTexts('recordings', english)
  const video = useRef<HTMLVideoElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [speed, setSpeed] = useState<Speed>('1')
  const { broken, on } = useResumingPlayback(from)
  const [shown, show] = useState<Moment>()
  const [marking, mark] = useState<number>()
  const [strokes, draw] = useState<Stroke[]>([])
  const isOwner = recording.access === 'OWNER'
  function go(second: number) {
    const to = Math.max(0, Math.min(second, video.current?.duration || Infinity))
    if (video.current) video.current.currentTime = to
    // The mark belongs to the visible frame.
    if (marking !== undefined) mark(tenths(to))
  }
  function open(moment: Moment) {
    go(moment.second)
    video.current?.pause()
    show(moment)
    stage.current?.scrollIntoView({ block: 'nearest' })
  }
  function begin() {
    video.current?.pause()
    show(undefined)
    draw([])
    mark(tenths(video.current?.currentTime ?? 0))
  }
  const drawn = marking === undefined ? (shown?.strokes ?? []) : strokes
  return (
    <div className={styles.film}>
      <div className={styles.watch}>
        <div ref={stage} className={styles.stage}>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- clubs' own films have no captions to show */}
          <video
            ref={video}
            src={url}
            controls={marking === undefined && drawn.length === 0}
            playsInline
            preload="metadata"
            aria-label={recording.title}
            {...on}
            onLoadedMetadata={(event) => {
              event.currentTarget.playbackRate = Number(speed)
              on.onLoadedMetadata(event)
            }}
            onPlay={() => show(undefined)}
          />
          {(marking !== undefined || drawn.length > 0) && (
            <Board strokes={drawn} {...(marking !== undefined && { draw })} />
          )}
        </div>
        {broken && (
          <Notice tone="warning">
            <p>{t('cannotPlay')}</p>
            <Button onClick={again}>{t('again')}</Button>
          </Notice>
        )}
        <div className={styles.row}>
          <Segmented<Speed>
            label={t('speed')}
            value={speed}
            onChange={(next) => {
              if (!next) return
              setSpeed(next)
              if (video.current) video.current.playbackRate = Number(next)
            }}
            options={speeds.map((value) => ({ value, label: `${value}×` }))}
          />
          <Button onClick={() => go((video.current?.currentTime ?? 0) - step)}>{t('back', { count: step })}</Button>
          <Button onClick={() => go((video.current?.currentTime ?? 0) + step)}>{t('on', { count: step })}</Button>
          {shown && marking === undefined && drawn.length > 0 && (
            <Button
              onClick={() => {
                show(undefined)
                void video.current?.play()
              }}
            >
              {t('playOn')}
            </Button>
          )}
          {marking === undefined && <Button onClick={() => fill(video.current)}>{t('fullScreen')}</Button>}
          {isOwner && marking === undefined && (
            <Button kind="primary" onClick={begin}>
              {t('mark')}
            </Button>
          )}
        </div>
        {marking !== undefined && (
          <MarkForm
            recordingId={recording.id}
            second={marking}
            strokes={strokes}
            undo={() => draw(strokes.slice(0, -1))}
            close={() => mark(undefined)}
          />
        )}
      </div>
      <Moments recording={recording} shown={shown} open={open} />
    </div>
  )
}

const tenths = (second: number): number => Math.round(second * 10) / 10

/** Fullscreen; on iPhones only the video element itself supports it. */
function fill(video: (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null): void {
  if (!video) return
  if ('requestFullscreen' in video) void video.requestFullscreen().catch(() => undefined)
  else (video as { webkitEnterFullscreen?: () => void }).webkitEnterFullscreen?.()
}
