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
  save: (url: string) => Promise<Profile | undefined>
  remove: () => Promise<Profile | undefined>
}

/** The user's picture: chosen or dropped, shown at once and saved; after removal it can be put back while the page is open. */
export function Picture({ profile, save, remove }: Props) {
  const t = useTexts('account', texts)
  const { shown, fault, busy, removing, unsent, removed, choose, send, removePicture } = usePicture(
    profile,
    save,
    remove,
  )
  const [isDragOver, setDragOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const headingId = useId()
  const chooseButton = useRef<HTMLButtonElement>(null)
  const afterRef = useRef<HTMLDivElement>(null)
  const pressedButton = useRef<HTMLElement>(null)
  // When the pressed button disappears, focus moves to what replaces it.
  useLayoutEffect(() => {
    if (!pressedButton.current || pressedButton.current.isConnected) return
    pressedButton.current = null
    if (document.activeElement === document.body)
      (afterRef.current?.querySelector('button') ?? chooseButton.current)?.focus()
  })
  const runPressed = (action: () => Promise<void>) => (event: MouseEvent<HTMLElement>) => {
    pressedButton.current = event.currentTarget
    void action()
  }

  function dragOver(event: DragEvent) {
    event.preventDefault()
    setDragOver(true)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setDragOver(false)
    const [file] = event.dataTransfer.files
    if (file && !busy) void choose(file)
  }
  return (
    <Card aria-labelledby={headingId} aria-busy={busy} className={classes(isDragOver && styles.over)}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is one more way; the button does the same */}
      <div className={styles.picture} onDragOver={dragOver} onDragLeave={() => setDragOver(false)} onDrop={drop}>
        <Avatar name={profile.fullName} id={profile.id} url={shown} size="huge" />
        <div className={styles.beside}>
          <h2 id={headingId} className={styles.title}>
            {t('picture')}
          </h2>
          <p className={styles.hint}>{isDragOver ? t('dropNow') : t('pictureHint')}</p>
          <div className={styles.actions}>
            <Button ref={chooseButton} onClick={() => input.current?.click()} busy={busy}>
              {shown ? t('changePicture') : t('choosePicture')}
            </Button>
            {(shown || removing) && (
              <Button kind="quiet" onClick={runPressed(removePicture)} busy={busy}>
                {t('removePicture')}
              </Button>
            )}
            {!shown && !removing && <span className={styles.drop}>{t('dropPicture')}</span>}
          </div>
          <FileInput ref={input} accept="image/*" hidden choose={([file]) => file && void choose(file)} />
          {fault && <Failure text={t(fault)} className={styles.failure} />}
          <div ref={afterRef} role="status" className={styles.after}>
            {removed && <span>{t('pictureRemoved')}</span>}
            {removed && (
              <Button kind="quiet" onClick={runPressed(() => send(removed))} busy={busy}>
                {t('undo')}
              </Button>
            )}
            {unsent && (
              <Button kind="quiet" onClick={runPressed(() => send(unsent))} busy={busy}>
                {t('retry')}
              </Button>
            )}
          </div>
        </div>
      </div>
    </Card>
  )
}
