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

type Props = { recording: Recording; url: string; from: number; onReload: () => void }

/** The film with its playback speed and moments. While a moment is being marked the film is paused and can be drawn on. */
export function Film({ recording, url, from, onReload }: Props) {
  const t = useTexts('recordings', english)
  const video = useRef<HTMLVideoElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [speed, setSpeed] = useState<Speed>('1')
  const { broken: isBroken, on: videoHandlers } = useResumingPlayback(from)
  const [shownMoment, setShownMoment] = useState<Moment>()
  const [markedSecond, setMarkedSecond] = useState<number>()
  const [drawnStrokes, setDrawnStrokes] = useState<Stroke[]>([])
  const isOwner = recording.access === 'OWNER'
  function seek(second: number) {
    const target = Math.max(0, Math.min(second, video.current?.duration || Infinity))
    if (video.current) video.current.currentTime = target
    // The mark belongs to the visible frame.
    if (markedSecond !== undefined) setMarkedSecond(roundToTenths(target))
  }
  function openMoment(moment: Moment) {
    seek(moment.second)
    video.current?.pause()
    setShownMoment(moment)
    stage.current?.scrollIntoView({ block: 'nearest' })
  }
  function startMarking() {
    video.current?.pause()
    setShownMoment(undefined)
    setDrawnStrokes([])
    setMarkedSecond(roundToTenths(video.current?.currentTime ?? 0))
  }
  const visibleStrokes = markedSecond === undefined ? (shownMoment?.strokes ?? []) : drawnStrokes
  return (
    <div className={styles.film}>
      <div className={styles.watch}>
        <div ref={stage} className={styles.stage}>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- clubs' own films have no captions to show */}
          <video
            ref={video}
            src={url}
            controls={markedSecond === undefined && visibleStrokes.length === 0}
            playsInline
            preload="metadata"
            aria-label={recording.title}
            {...videoHandlers}
            onLoadedMetadata={(event) => {
              event.currentTarget.playbackRate = Number(speed)
              videoHandlers.onLoadedMetadata(event)
            }}
            onPlay={() => setShownMoment(undefined)}
          />
          {(markedSecond !== undefined || visibleStrokes.length > 0) && (
            <Board strokes={visibleStrokes} {...(markedSecond !== undefined && { onDraw: setDrawnStrokes })} />
          )}
        </div>
        {isBroken && (
          <Notice tone="warning">
            <p>{t('cannotPlay')}</p>
            <Button onClick={onReload}>{t('again')}</Button>
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
          <Button onClick={() => seek((video.current?.currentTime ?? 0) - step)}>{t('back', { count: step })}</Button>
          <Button onClick={() => seek((video.current?.currentTime ?? 0) + step)}>{t('on', { count: step })}</Button>
          {shownMoment && markedSecond === undefined && visibleStrokes.length > 0 && (
            <Button
              onClick={() => {
                setShownMoment(undefined)
                void video.current?.play()
              }}
            >
              {t('playOn')}
            </Button>
          )}
          {markedSecond === undefined && (
            <Button onClick={() => enterFullscreen(video.current)}>{t('fullScreen')}</Button>
          )}
          {isOwner && markedSecond === undefined && (
            <Button kind="primary" onClick={startMarking}>
              {t('mark')}
            </Button>
          )}
        </div>
        {markedSecond !== undefined && (
          <MarkForm
            recordingId={recording.id}
            second={markedSecond}
            strokes={drawnStrokes}
            undo={() => setDrawnStrokes(drawnStrokes.slice(0, -1))}
            close={() => setMarkedSecond(undefined)}
          />
        )}
      </div>
      <Moments recording={recording} shownMoment={shownMoment} openMoment={openMoment} />
    </div>
  )
}

const roundToTenths = (second: number): number => Math.round(second * 10) / 10

/** Fullscreen; on iPhones only the video element itself supports it. */
function enterFullscreen(video: (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null): void {
  if (!video) return
  if ('requestFullscreen' in video) void video.requestFullscreen().catch(() => undefined)
  else (video as { webkitEnterFullscreen?: () => void }).webkitEnterFullscreen?.()
}
