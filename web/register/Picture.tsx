import { useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Failure } from '../kit/Failure.tsx'
import { FileInput } from '../kit/FileInput.tsx'
import { type PictureFault, scaledJpeg } from '../kit/scaledJpeg.ts'
import styles from './Register.module.css'
import english from './texts.en.json'

type Props = { storedUrl: string | null; chosenUrl: string | undefined; onChoose: (url: string) => void }

/** A picture of the player for the coach, sent with the form. */
export function Picture({ storedUrl, chosenUrl, onChoose }: Props) {
  const t = useTexts('register', english)
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<PictureFault>()
  const shownUrl = chosenUrl ?? storedUrl
  async function takeFile(file: File | undefined) {
    if (!file) return
    const result = await scaledJpeg(file)
    setFault('fault' in result ? result.fault : undefined)
    if ('url' in result) onChoose(result.url)
  }
  return (
    <div className={styles.avatar}>
      {shownUrl && <img src={shownUrl} alt={t('picture')} />}
      <Button onClick={() => input.current?.click()}>{shownUrl ? t('otherPicture') : t('choosePicture')}</Button>
      <span className={styles.muted}>{t('pictureHint')}</span>
      <FileInput ref={input} accept="image/*" hidden choose={([file]) => void takeFile(file)} />
      {fault && <Failure text={t(fault)} />}
    </div>
  )
}
