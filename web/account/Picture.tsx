import { type DragEvent, type MouseEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { classes } from '../kit/classes.ts'
import { Failure } from '../kit/Failure.tsx'
import { FileInput } from '../kit/FileInput.tsx'
import styles from './Profile.module.css'
import texts from './texts.en.json'
import type { Profile } from './useProfile.ts'
import { usePicture } from './usePicture.ts'

type Props = {
  profile: Profile
  put: (url: string) => Promise<Profile | undefined>
  remove: () => Promise<Profile | undefined>
}

/** The user's picture: chosen or dropped, shown at once and saved; after removal it can be put back while the page is open. */
export function Picture({ profile, put, remove }: Props) {
  const t = useTexts('account', texts)
  const { shown, fault, busy, removing, unsent, removed, choose, send, takeDown } = usePicture(profile, put, remove)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const headingId = useId()
  const chooser = useRef<HTMLButtonElement>(null)
  const after = useRef<HTMLDivElement>(null)
  const pressed = useRef<HTMLElement>(null)
  // When the pressed button disappears, focus moves to what replaces it.
  useLayoutEffect(() => {
    if (!pressed.current || pressed.current.isConnected) return
    pressed.current = null
    if (document.activeElement === document.body) (after.current?.querySelector('button') ?? chooser.current)?.focus()
  })
  const press = (work: () => Promise<void>) => (event: MouseEvent<HTMLElement>) => {
    pressed.current = event.currentTarget
    void work()
  }

  function hover(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !busy) void choose(file)
  }
  return (
    <Card aria-labelledby={headingId} aria-busy={busy} className={classes(over && styles.over)}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is one more way; the button does the same */}
      <div className={styles.picture} onDragOver={hover} onDragLeave={() => setOver(false)} onDrop={drop}>
        <Avatar name={profile.fullName} id={profile.id} url={shown} size="huge" />
        <div className={styles.beside}>
          <h2 id={headingId} className={styles.title}>
            {t('picture')}
          </h2>
          <p className={styles.hint}>{over ? t('dropNow') : t('pictureHint')}</p>
          <div className={styles.actions}>
            <Button ref={chooser} onClick={() => input.current?.click()} busy={busy}>
              {shown ? t('changePicture') : t('choosePicture')}
            </Button>
            {(shown || removing) && (
              <Button kind="quiet" onClick={press(takeDown)} busy={busy}>
                {t('removePicture')}
              </Button>
            )}
            {!shown && !removing && <span className={styles.drop}>{t('dropPicture')}</span>}
          </div>
          <FileInput ref={input} accept="image/*" hidden choose={([file]) => file && void choose(file)} />
          {fault && <Failure text={t(fault)} className={styles.failure} />}
          <div ref={after} role="status" className={styles.after}>
            {removed && <span>{t('pictureRemoved')}</span>}
            {removed && (
              <Button kind="quiet" onClick={press(() => send(removed))} busy={busy}>
                {t('undo')}
              </Button>
            )}
            {unsent && (
              <Button kind="quiet" onClick={press(() => send(unsent))} busy={busy}>
                {t('retry')}
              </Button>
            )}
          </div>
        </div>
      </div>
    </Card>
  )
}
