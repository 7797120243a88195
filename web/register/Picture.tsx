import { useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Failure } from '../kit/Failure.tsx'
import { FileInput } from '../kit/FileInput.tsx'
import { type PictureFault, scaledJpeg } from '../kit/scaledJpeg.ts'
import styles from './Register.module.css'
import english from './texts.en.json'

type Props = { standing: string | null; chosen: string | undefined; choose: (url: string) => void }

/** A picture of the player for the coach, sent with the form. */
export function Picture({ standing, chosen, choose }: Props) {
  const t = useTexts('register', english)
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<PictureFault>()
  const shown = chosen ?? standing
  async function take(file: File | undefined) {
    if (!file) return
    const made = await scaledJpeg(file)
    setFault('fault' in made ? made.fault : undefined)
    if ('url' in made) choose(made.url)
  }
  return (
    <div className={styles.avatar}>
      {shown && <img src={shown} alt={t('picture')} />}
      <Button onClick={() => input.current?.click()}>{shown ? t('otherPicture') : t('choosePicture')}</Button>
      <span className={styles.muted}>{t('pictureHint')}</span>
      <FileInput ref={input} accept="image/*" hidden choose={([file]) => void take(file)} />
      {fault && <Failure text={t(fault)} />}
    </div>
  )
}
