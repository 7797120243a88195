import { useTexts } from '../i18n.ts'
import { Button } from './Button.tsx'
import { showSnackbar } from './Snackbar.tsx'
import english from './texts.en.json'

/** Copies a text to the clipboard and confirms it. If the browser refuses, tells the user to select and copy it by hand. */
export function CopyButton({ text, label, of }: { text: string; label: string; of?: string }) {
  const t = useTexts('kit', english)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showSnackbar({ text: t('copied'), tone: 'success' }),
      () => showSnackbar({ text: t('copyFailed') }),
    )
  return (
    <Button aria-label={of === undefined ? label : `${label}: ${of}`} onClick={() => void copy()}>
      {label}
    </Button>
  )
}
