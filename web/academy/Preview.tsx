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
const urlLifetime = 14 * 60_000

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
          <FileContent item={item} url={url} reload={() => void read.mutate()} />
          <FileLink item={item} url={url} download={item.name}>
            {t('download')}
          </FileLink>
        </div>
      )}
    </Loaded>
  )
}

type FileProps = { item: Item; url: string }

function FileContent({ item, url, reload }: FileProps & { reload: () => void }) {
  const t = useTexts('academy', english)
  const kind = kindOf(item)
  const isPhone = useMediaQuery('(max-width: 767px)')
  if (kind === 'picture') return <img src={url} alt={item.name} className={styles.picture} />
  if (kind === 'video' || kind === 'sound') return <MediaPlayer {...{ item, url, reload, kind }} />
  // Browsers do not show PDFs in a sandboxed frame. The file is a PDF by its contents, so it runs no script in our origin.
  // oxlint-disable-next-line react/iframe-missing-sandbox -- see above
  if (kind === 'pdf' && !isPhone) return <iframe src={url} title={item.name} className={styles.frame} />
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

function MediaPlayer({ item, url, reload, kind }: FileProps & { reload: () => void; kind: 'video' | 'sound' }) {
  const t = useTexts('academy', english)
  const { broken, on } = useResumingPlayback()
  const mediaProps = { src: url, controls: true, 'aria-label': item.name, ...on }
  return (
    <>
      {kind === 'video' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- clubs' own films have no captions to show
        <video {...mediaProps} playsInline className={styles.picture} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- there is no text to show
        <audio {...mediaProps} />
      )}
      {broken && (
        <Notice tone="warning">
          <p>{t('cannotPlay')}</p>
          <Button onClick={reload}>{t('retry')}</Button>
        </Notice>
      )}
    </>
  )
}

/** A link to the file. If its URL has expired, a click fetches a new one; a film that is playing keeps its own. */
function FileLink({ item, url, download, children }: FileProps & { download?: string; children: ReactNode }) {
  const fetchedUrl = useRef({ url, since: 0 })
  useEffect(() => {
    fetchedUrl.current = { url, since: Date.now() }
  }, [url])
  async function open(event: MouseEvent<HTMLAnchorElement>) {
    const fileMetadataId = item.fileMetadata?.id
    if (!fileMetadataId || Date.now() - fetchedUrl.current.since < urlLifetime) return
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
const maxCharacters = 20_000

function PlainText({ url }: { url: string }) {
  const t = useTexts('academy', english)
  const [text, setText] = useState<string>()
  useEffect(() => {
    const controller = new AbortController()
    fetch(url, { signal: controller.signal })
      .then(async (response) => (response.ok ? response.text() : Promise.reject(new Error(String(response.status)))))
      .then((content) => setText(content.slice(0, maxCharacters)))
      .catch(() => !controller.signal.aborted && setText(''))
    return () => controller.abort()
  }, [url])
  if (text === undefined) return <p role="status">{t('loading')}</p>
  return text === '' ? <p>{t('noPreview')}</p> : <pre className={styles.text}>{text}</pre>
}
