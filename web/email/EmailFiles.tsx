import { mostFileBytes, mostFiles } from '#shared/rules/mails.ts'
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
  function add(chosen: readonly File[]) {
    const size = chosen.reduce((sum, file) => sum + file.size, files.size)
    const count = chosen.length + files.attachments.length + files.uploads.length
    if (size > mostFileBytes)
      showSnackbar({ text: t('filesTooLarge', { limit: sizeText(mostFileBytes) }), tone: 'danger' })
    else if (count > mostFiles) showSnackbar({ text: t('tooManyFiles', { limit: mostFiles }), tone: 'danger' })
    else files.add(chosen)
  }
  return (
    <>
      <FileDrop
        label={t('files')}
        hint={t('filesHint', { limit: sizeText(mostFileBytes) })}
        value={[]}
        onChange={add}
        multiple
        most={mostFileBytes}
      />
      <Attachments files={files} />
    </>
  )
}
