import { fileLimit } from '#shared/rules/files.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button, IconButton } from '../kit/Button.tsx'
import { sizeText } from '../kit/format.ts'
import { CloseIcon } from '../kit/icons.tsx'
import { Progress } from '../kit/Progress.tsx'
import styles from './Attachments.module.css'
import { FilePreview } from './FilePreview.tsx'
import english from './texts.en.json'
import type { useAttachments } from './useAttachments.ts'

/** The attachments: uploaded files with a preview of pictures, uploads with their progress, and failed ones with a Retry button. */
export function Attachments({ files }: { files: ReturnType<typeof useAttachments> }) {
  const t = useTexts('files', english)
  const { attachments, uploads, fileOf, rejection, remove, drop } = files
  return (
    <div className={styles.attachments}>
      {rejection !== undefined && (
        <p role="alert">{t(rejection.why, { name: rejection.name, limit: sizeText(fileLimit) })}</p>
      )}
      {attachments.length + uploads.length > 0 && (
        <ul className={styles.list} aria-label={t('attachments')}>
          {attachments.map(({ fileId, name, size }) => (
            <li key={fileId} className={styles.file}>
              <FilePreview file={fileOf(fileId)} />
              <span className={styles.name}>{name}</span>
              <span className={styles.size}>{sizeText(size)}</span>
              <IconButton label={t('remove', { name })} onClick={() => remove(fileId)}>
                <CloseIcon />
              </IconButton>
            </li>
          ))}
          {uploads.map(({ id, file, name, size, sent, state, problem, cancel, retry }) => (
            <li key={id} className={styles.file}>
              <FilePreview file={file} />
              {state === 'failed' ? (
                <>
                  <span className={styles.name}>{name}</span>
                  <span role="alert">
                    {t('failed')} {problem && problemText(problem)}
                  </span>
                  {retry && (
                    <Button kind="quiet" onClick={retry}>
                      {t('again')}
                    </Button>
                  )}
                  <IconButton label={t('remove', { name })} onClick={() => drop(id)}>
                    <CloseIcon />
                  </IconButton>
                </>
              ) : (
                <Progress label={t('sending', { name })} done={sent} total={size} format={sizeText} cancel={cancel} />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
