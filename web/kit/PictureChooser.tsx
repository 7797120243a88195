import { useId, useRef, useState } from 'react'
import { type PictureFault, fetchPicture, scaledJpeg } from './scaledJpeg.ts'
import { Avatar } from './Avatar.tsx'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { Failure } from './Failure.tsx'
import { FileInput } from './FileInput.tsx'
import styles from './PictureChooser.module.css'

type Props = {
  id: string
  name: string
  url: string | undefined
  title: string
  hint: string
  /** The button labels, and the messages for unusable files. */
  texts: { choose: string; change: string; remove: string } & Record<PictureFault, string>
  disabledReason?: string | undefined
  saving: boolean
  save: (jpeg: string) => Promise<unknown>
  /** Gets the removed picture, if it could be read, so that the removal can be undone. */
  remove: (jpeg: string | undefined) => Promise<unknown>
}

/** A picture that can be chosen, scaled down and saved at once, or removed. */
export function PictureChooser({ id, name, url, title, hint, texts, disabledReason, saving, save, remove }: Props) {
  const headingId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<PictureFault>()
  const [isScaling, setScaling] = useState(false)
  const busy = isScaling || saving
  const disabledProps = disabledReason === undefined ? {} : { disabledReason }

  async function choose(file: Blob) {
    setScaling(true)
    const scaled = await scaledJpeg(file)
    setScaling(false)
    setFault('fault' in scaled ? scaled.fault : undefined)
    if ('url' in scaled) await save(base64Of(scaled.url))
  }
  async function removePicture() {
    const removedJpeg = url && (await fetchPicture(url))
    await remove(removedJpeg ? base64Of(removedJpeg) : undefined)
  }
  return (
    <Card aria-labelledby={headingId} aria-busy={busy}>
      <div className={styles.picture}>
        <Avatar name={name} id={id} url={url} size="huge" />
        <div className={styles.beside}>
          <h2 id={headingId} className={styles.title}>
            {title}
          </h2>
          <p className={styles.hint}>{hint}</p>
          <div className={styles.actions}>
            <Button busy={busy} onClick={() => input.current?.click()} {...disabledProps}>
              {url ? texts.change : texts.choose}
            </Button>
            {url && (
              <Button kind="quiet" busy={busy} onClick={() => void removePicture()} {...disabledProps}>
                {texts.remove}
              </Button>
            )}
          </div>
          <FileInput
            ref={input}
            accept="image/*"
            hidden
            aria-label={title}
            choose={([file]) => file && void choose(file)}
          />
          {fault && <Failure text={texts[fault]} />}
        </div>
      </div>
    </Card>
  )
}
const base64Of = (url: string) => url.slice(url.indexOf(',') + 1)
