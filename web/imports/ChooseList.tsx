import { useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Failure } from '../kit/Failure.tsx'
import { FileDrop } from '../kit/FileDrop.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import type { SheetRefusal } from '../sheets/sheet.ts'
import styles from './Imports.module.css'
import english from './texts.en.json'

type Props = { reading: boolean; refusal: SheetRefusal | undefined; onChoose: (source: File | string) => void }

/** Chooses the list: a file or pasted text. */
export function ChooseList({ reading, refusal, onChoose }: Props) {
  const t = useTexts('imports', english)
  const [text, setText] = useState('')
  return (
    <Card className={styles.part}>
      {refusal && <Failure text={t(refusal)} />}
      <FileDrop
        label={t('file')}
        name="file"
        hint={t('fileHint')}
        accept=".csv,.tsv,.txt,.xlsx,.ics"
        maxBytes={20_000_000}
        value={[]}
        onChange={([file]) => file && onChoose(file)}
      />
      <TextArea label={t('paste')} name="paste" hint={t('pasteHint')} rows={5} value={text} onChange={setText} />
      <div className={styles.actions}>
        <Button
          kind="primary"
          busy={reading}
          onClick={() => onChoose(text)}
          {...(text.trim() === '' && { disabledReason: t('empty') })}
        >
          {reading ? t('reading') : t('read')}
        </Button>
      </div>
    </Card>
  )
}
