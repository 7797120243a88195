import { maxFileBytes, maxFiles } from '#shared/rules/mails.ts'
import { Attachments } from '../files/Attachments.tsx'
import { useTexts } from '../i18n.ts'
import { FileDrop } from '../kit/FileDrop.tsx'
import { sizeText } from '../kit/format.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import texts from './texts.en.json'
import type { useEmailFiles } from './useEmailFiles.ts'

/** The attachments of an email that is being written. */
export function EmailFiles({ files }: { files: ReturnType<typeof useEmailFiles> }) {
  const t = useTexts('email', texts)
  function add(newFiles: readonly File[]) {
    const size = newFiles.reduce((sum, file) => sum + file.size, files.size)
    const count = newFiles.length + files.attachments.length + files.uploads.length
    if (size > maxFileBytes)
      showSnackbar({ text: t('filesTooLarge', { limit: sizeText(maxFileBytes) }), tone: 'danger' })
    else if (count > maxFiles) showSnackbar({ text: t('tooManyFiles', { limit: maxFiles }), tone: 'danger' })
    else files.add(newFiles)
  }
  return (
    <>
      <FileDrop
        label={t('files')}
        hint={t('filesHint', { limit: sizeText(maxFileBytes) })}
        value={[]}
        onChange={add}
        multiple
        maxBytes={maxFileBytes}
      />
      <Attachments files={files} />
    </>
  )
}
