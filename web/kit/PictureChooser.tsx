import { useId, useRef, useState } from 'react'
import { type PictureFault, pictureAt, scaledJpeg } from './scaledJpeg.ts'
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
  says: { choose: string; change: string; remove: string } & Record<PictureFault, string>
  disabledReason?: string | undefined
  saving: boolean
  put: (jpeg: string) => Promise<unknown>
  /** Gets the removed picture, if it could be read, so that the removal can be undone. */
  remove: (jpeg: string | undefined) => Promise<unknown>
}

/** A picture that can be chosen, scaled down and saved at once, or removed. */
export function PictureChooser({ id, name, url, title, hint, says, disabledReason, saving, put, remove }: Props) {
  const headingId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<PictureFault>()
  const [making, setMaking] = useState(false)
  const busy = making || saving
  const locked = disabledReason === undefined ? {} : { disabledReason }

  async function choose(file: Blob) {
    setMaking(true)
    const made = await scaledJpeg(file)
    setMaking(false)
    setFault('fault' in made ? made.fault : undefined)
    if ('url' in made) await put(base64Of(made.url))
  }
  async function takeDown() {
    const before = url && (await pictureAt(url))
    await remove(before ? base64Of(before) : undefined)
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
            <Button busy={busy} onClick={() => input.current?.click()} {...locked}>
              {url ? says.change : says.choose}
            </Button>
            {url && (
              <Button kind="quiet" busy={busy} onClick={() => void takeDown()} {...locked}>
                {says.remove}
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
          {fault && <Failure text={says[fault]} />}
        </div>
      </div>
    </Card>
  )
}
const base64Of = (url: string) => url.slice(url.indexOf(',') + 1)
