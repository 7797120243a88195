import { readerLanguage, useTexts } from '../i18n.ts'
import { FileButton } from '../kit/FileButton.tsx'
import english from './texts.en.json'

type Props = { read: (language: 'en' | 'es') => Promise<Blob>; onFailure?: (problem: unknown) => void }

/** Saves a receipt as a PDF in the reader's language. */
export function ReceiptButton({ read, onFailure }: Props) {
  const t = useTexts('money', english)
  return (
    <FileButton
      kind="quiet"
      label={t('receipt')}
      read={() => read(readerLanguage() === 'es' ? 'es' : 'en')}
      failed={onFailure}
    />
  )
}
