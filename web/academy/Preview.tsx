import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { callApi, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { useMediaQuery } from '../kit/useMediaQuery.ts'
import { recordOpenedItem } from '../shell/recordOpenedItem.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useResumingPlayback } from '../kit/useResumingPlayback.ts'
import styles from './Academy.module.css'
import type { Item, Place } from './place.ts'
import english from './texts.en.json'
import { kindOf } from './types.tsx'

const LINK = 'GET /rest-api/academy/file/presigned-url/{fileMetadataId}'
/** In milliseconds: a URL is valid for 15 minutes, minus one minute to start the download. */
const goodFor = 14 * 60_000

/** Previews a file, and offers to download it. Its URL is valid for some minutes. */
export function Preview({ place, item }: { place: Place; item: Item }) {
  const t = useTexts('academy', english)
  const fileMetadataId = item.fileMetadata?.id
  const read = useApi(LINK, fileMetadataId ? { fileMetadataId } : undefined, {
    handles: ['failures', 'not_allowed'],
    // Revalidating would return another URL and restart a film.
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  })
  const { orgId, playerId } = place
  useEffect(() => recordOpenedItem({ orgId, playerId }, item.id), [orgId, playerId, item.id])
  return (
    <Loaded
      read={read}
      failed={t('itemFailed')}
      skeleton={
        <Skeletons label={t('loading')}>
          <Skeleton height="320px" />
        </Skeletons>
      }
    >
      {({ filePresignedUrl: url }) => (
        <div className={styles.preview}>
          <Shown item={item} url={url} again={() => void read.mutate()} />
          <FileLink item={item} url={url} download={item.name}>
            {t('download')}
          </FileLink>
        </div>
      )}
    </Loaded>
  )
}

type File = { item: Item; url: string }

function Shown({ item, url, again }: File & { again: () => void }) {
  const t = useTexts('academy', english)
  const kind = kindOf(item)
  const phone = useMediaQuery('(max-width: 767px)')
  if (kind === 'picture') return <img src={url} alt={item.name} className={styles.picture} />
  if (kind === 'video' || kind === 'sound') return <Played {...{ item, url, again, kind }} />
  // Browsers do not show PDFs in a sandboxed frame. The file is a PDF by its contents, so it runs no script in our origin.
  // oxlint-disable-next-line react/iframe-missing-sandbox -- see above
  if (kind === 'pdf' && !phone) return <iframe src={url} title={item.name} className={styles.frame} />
  // Phone browsers open PDFs in a page of their own or in another app, never in a frame.
  if (kind === 'pdf')
    return (
      <FileLink item={item} url={url}>
        {t('openPdf')}
      </FileLink>
    )
  if (kind === 'text') return <PlainText url={url} />
  return <p>{t('noPreview')}</p>
}

function Played({ item, url, again, kind }: File & { again: () => void; kind: 'video' | 'sound' }) {
  const t = useTexts('academy', english)
  const { broken, on } = useResumingPlayback()
  const shown = { src: url, controls: true, 'aria-label': item.name, ...on }
  return (
    <>
      {kind === 'video' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- clubs' own films have no captions to show
        <video {...shown} playsInline className={styles.picture} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- there is no text to show
        <audio {...shown} />
      )}
      {broken && (
        <Notice tone="warning">
          <p>{t('cannotPlay')}</p>
          <Button onClick={again}>{t('retry')}</Button>
        </Notice>
      )}
    </>
  )
}

/** A link to the file. If its URL has expired, a click fetches a new one; a film that is playing keeps its own. */
function FileLink({ item, url, download, children }: File & { download?: string; children: ReactNode }) {
  const known = useRef({ url, since: 0 })
  useEffect(() => {
    known.current = { url, since: Date.now() }
  }, [url])
  async function open(event: MouseEvent<HTMLAnchorElement>) {
    const fileMetadataId = item.fileMetadata?.id
    if (!fileMetadataId || Date.now() - known.current.since < goodFor) return
    event.preventDefault()
    const link = event.currentTarget.cloneNode() as HTMLAnchorElement
    try {
      link.href = (await callApi(LINK, { fileMetadataId })).filePresignedUrl
      link.click()
    } catch {
      // callApi already shows the error.
    }
  }
  return (
    <a
      className={styles.outside}
      href={url}
      target="_blank"
      rel="noreferrer"
      download={download}
      onClick={(event) => void open(event)}
    >
      {children}
    </a>
  )
}

/** How many characters are shown. */
const most = 20_000

function PlainText({ url }: { url: string }) {
  const t = useTexts('academy', english)
  const [text, setText] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    fetch(url, { signal: stop.signal })
      .then(async (answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
      .then((all) => setText(all.slice(0, most)))
      .catch(() => !stop.signal.aborted && setText(''))
    return () => stop.abort()
  }, [url])
  if (text === undefined) return <p role="status">{t('loading')}</p>
  return text === '' ? <p>{t('noPreview')}</p> : <pre className={styles.text}>{text}</pre>
}
