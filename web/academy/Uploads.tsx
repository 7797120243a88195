import { type DragEvent, useState } from 'react'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { percentText, sizeText } from '../kit/format.ts'
import { clearUploads, type Upload, useUploads } from '../files/uploads.ts'
import styles from './Academy.module.css'
import type { Place } from './place.ts'
import english from './texts.en.json'
import { uploadsKey, useLibraryUpload } from './useLibraryUpload.ts'

/** Drop zone and running uploads, each with its progress and buttons to cancel or retry. */
export function Uploads({ place }: { place: Place }) {
  const t = useTexts('academy', english)
  const about = uploadsKey(place)
  const uploads = useUploads(about).filter(({ state }) => state !== 'done')
  const send = useLibraryUpload(place)
  const [isDragOver, setDragOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setDragOver(false)
    send([...event.dataTransfer.files])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is one more way; "Upload" does the same
    <div
      className={classes(styles.uploads, isDragOver && styles.over)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={drop}
    >
      <p className={styles.dropHint}>{t('dropHere')}</p>
      {uploads.length > 0 && (
        <ul className={styles.sending} data-unkept="" aria-label={t('uploads')}>
          {uploads.map((each) => (
            <UploadLine key={each.id} upload={each} />
          ))}
        </ul>
      )}
      {uploads.length > 0 && uploads.every(({ state }) => state !== 'sending') && (
        <Button kind="quiet" onClick={() => clearUploads(about)}>
          {t('clearUploads')}
        </Button>
      )}
    </div>
  )
}

function UploadLine({ upload: { name, size, sent, state, problem, cancel, retry } }: { upload: Upload }) {
  const t = useTexts('academy', english)
  const share = size === 0 ? 0 : sent / size
  return (
    <li>
      <span className={styles.fileName}>{name}</span>
      {state === 'failed' ? (
        <span className={classes(styles.muted, styles.why)} role="alert">
          {problem ? t('notSentWhy', { why: problemText(problem) }) : t('notSent')}
        </span>
      ) : (
        <span className={styles.muted}>
          {state === 'sending' ? `${percentText(share)} · ${sizeText(size)}` : t('cancelled')}
        </span>
      )}
      {state === 'sending' ? (
        <>
          <progress max={1} value={share} aria-label={t('sendingFile', { name })} />
          <Button kind="quiet" onClick={cancel} aria-label={t('cancelFile', { name })}>
            {t('cancel')}
          </Button>
        </>
      ) : (
        retry && (
          <Button kind="quiet" onClick={retry} aria-label={t('retryFile', { name })}>
            {t('retry')}
          </Button>
        )
      )}
    </li>
  )
}
