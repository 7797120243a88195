import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Failure } from '../../kit/Failure.tsx'
import { FileDrop } from '../../kit/FileDrop.tsx'
import { Skeleton, Skeletons } from '../../kit/Skeleton.tsx'
import { TextArea } from '../../kit/TextArea.tsx'
import { readSheet } from '../../sheets/readSheet.ts'
import { SheetProblem, limits, type Sheet } from '../../sheets/sheet.ts'
import styles from './Import.module.css'
import texts from '../texts.en.json'

type Props = { onRead: (name: string, sheet: Sheet) => void }

/** Where the table comes from: a file or pasted cells. */
export function TableSource({ onRead }: Props) {
  const t = useTexts('families', texts)
  const [pasted, setPasted] = useState('')
  const [reading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<SheetProblem['refusal']>()

  async function read(file: Blob, name: string) {
    setRefusal(undefined)
    setReading(true)
    try {
      onRead(name, await readSheet(file))
    } catch (error) {
      if (!(error instanceof SheetProblem)) throw error
      setRefusal(error.refusal)
    } finally {
      setReading(false)
    }
  }

  return (
    <div className={styles.stack}>
      <FileDrop
        label={t('file')}
        hint={t('fileHint')}
        value={[]}
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        maxBytes={limits.bytes}
        onChange={([file]) => file && void read(file, file.name)}
      />
      <p className={styles.or}>{t('or')}</p>
      <TextArea label={t('paste')} hint={t('pasteHint')} value={pasted} rows={5} onChange={setPasted} />
      <div>
        <Button
          onClick={() => void read(new Blob([pasted]), t('pasted'))}
          {...(pasted.trim() === '' && { disabledReason: t('pasteFirst') })}
        >
          {t('usePasted')}
        </Button>
      </div>
      {reading && (
        <Skeletons label={t('reading')}>
          <Skeleton height="120px" />
        </Skeletons>
      )}
      {refusal && <Failure text={t(`sheet_${refusal}`)} />}
    </div>
  )
}
