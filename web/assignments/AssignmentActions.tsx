import { callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { FileButton } from '../kit/FileButton.tsx'
import { Menu } from '../kit/Menu.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Assignments.module.css'
import { type Details, LIST, refreshes } from './shapes.ts'
import english from './texts.en.json'

type Props = { details: Details; edit: () => void; onRemoved: () => void }

/** A coach's actions on an assignment; disabled ones say why. */
export function AssignmentActions({ details, edit, onRemoved }: Props) {
  const t = useTexts('assignments', english)
  const { id: assignmentId, orgUnitId, name, status } = details
  const failed = t('saveFailed')
  const reminding = useSave('POST /rest-api/email/assignment/{assignmentId}/organization/{orgUnitId}', {
    refreshes,
    saved: t('reminded'),
    failed: problemText,
  })
  const reopening = useSave('POST /rest-api/assignment/reopen/{assignmentId}', {
    refreshes,
    saved: t('reopened'),
    failed,
  })
  const closing = useSave('DELETE /rest-api/assignment/close-remove/{assignmentId}/organization/{orgUnitId}', {
    refreshes: [LIST],
    saved: (_answer, { query }) => t(query.actionType === 'close' ? 'closed' : 'removed'),
    failed,
  })

  async function close(actionType: 'close' | 'remove') {
    const isClose = actionType === 'close'
    const yes = await confirm({
      title: t(isClose ? 'closeTitle' : 'removeTitle', { name }),
      lost: t(isClose ? 'closeLost' : 'removeLost'),
      ...(isClose && { kept: t('closeKept') }),
      yes: t(isClose ? 'close' : 'remove'),
    })
    if (yes && (await closing.save({ assignmentId, orgUnitId, query: { actionType } }))) onRemoved()
  }

  const whyClosed = status === 'CLOSED' ? t('isClosed') : undefined
  const whyNotRemind = whyClosed ?? (status === 'COMPLETED' ? t('allDone') : undefined)
  return (
    <div className={styles.actions}>
      <Button
        kind="primary"
        busy={reminding.saving}
        onClick={() => void reminding.save({ assignmentId, orgUnitId })}
        disabledReason={whyNotRemind}
      >
        {t('remind')}
      </Button>
      <Button onClick={edit} disabledReason={whyClosed}>
        {t('edit')}
      </Button>
      <FileButton
        label={t('exportCsv')}
        read={() => callApi('GET /rest-api/assignment/export/{assignmentId}', { assignmentId })}
      />
      <Menu
        about={name}
        opener={<Button>{t('more')}</Button>}
        items={[
          status === 'CLOSED'
            ? { label: t('reopen'), run: () => void reopening.save({ assignmentId }) }
            : { label: t('close'), run: () => void close('close') },
          { label: t('remove'), run: () => void close('remove'), danger: true },
        ]}
      />
    </div>
  )
}
