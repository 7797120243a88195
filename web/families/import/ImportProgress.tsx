import { problemText, useTexts } from '../../i18n.ts'
import { Badge, Notice } from '../../kit/Badge.tsx'
import { Button, ButtonLink } from '../../kit/Button.tsx'
import { confirm } from '../../kit/confirm.ts'
import { Progress } from '../../kit/Progress.tsx'
import { Skeleton, Skeletons } from '../../kit/Skeleton.tsx'
import { showSnackbar } from '../../kit/Snackbar.tsx'
import { paths } from '../../paths.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { useSave } from '../../shell/useSave.ts'
import styles from './Import.module.css'
import { type Import, useImport } from './useImport.ts'
import texts from '../texts.en.json'

type Props = {
  orgUnitId: string
  importId: string
  /** `isIn`: whether this import's rows were imported, which is not so after an undo. */
  onAddMore: (isIn: boolean) => void
}

/** A running or finished import: progress, result and undo. */
export function ImportProgress({ orgUnitId, importId, onAddMore }: Props) {
  const t = useTexts('families', texts)
  const read = useImport(orgUnitId, importId)
  return (
    <Loaded
      read={read}
      failed={t('importFailed')}
      skeleton={
        <Skeletons label={t('loadingImport')}>
          <Skeleton height="80px" />
        </Skeletons>
      }
    >
      {(current) => (
        <ImportResult current={current} orgUnitId={orgUnitId} onAddMore={onAddMore} reload={() => void read.mutate()} />
      )}
    </Loaded>
  )
}

function ImportResult({
  current,
  orgUnitId,
  onAddMore,
  reload,
}: {
  current: Import
  orgUnitId: string
  onAddMore: Props['onAddMore']
  reload: () => void
}) {
  const t = useTexts('families', texts)
  const undo = useUndo(orgUnitId, reload)
  const { state, rows, done, added, changed, same, kept, refused } = current
  if (state === 'staging') return <Notice tone="warning">{t('neverStarted')}</Notice>
  if (state === 'running')
    return (
      <div className={styles.stack}>
        <Progress label={t('importing')} done={done} total={rows} cancel={() => void undo.cancel(current)} />
        <p className={styles.hint}>{t('mayLeave')}</p>
      </div>
    )
  if (state === 'undoing') return <Progress label={t('undoing')} done={rows - done} total={rows} />
  return (
    <div className={styles.stack}>
      {state === 'undone' ? (
        <Notice tone={kept > 0 ? 'warning' : 'success'}>
          {kept > 0 ? t('undoneKept', { count: kept }) : t('undone')}
        </Notice>
      ) : (
        <>
          <Notice tone="success">{t('imported', { count: added + changed })}</Notice>
          <p className={styles.badges}>
            <Badge tone="success">{t('countNew', { count: added })}</Badge>
            <Badge tone="primary">{t('countChange', { count: changed })}</Badge>
            <Badge>{t('countSame', { count: same })}</Badge>
          </p>
          {added + changed > 0 && (
            <p className={styles.head}>
              <span className={styles.hint}>{t('nobodyInvited')}</span>
              <ButtonLink kind="primary" to={paths.inviteFamilies({ unitId: orgUnitId })}>
                {t('inviteFamilies')}
              </ButtonLink>
            </p>
          )}
          {refused.length > 0 && (
            <section aria-label={t('notTaken')} className={styles.stack}>
              <h2 className={styles.title}>{t('notTaken')}</h2>
              <ul className={styles.list}>
                {refused.map(({ row, why }) => (
                  <li key={row}>{t('notTakenLine', { line: row, why: t(`refused_${why}`) })}</li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
      <div className={styles.actions}>
        {state === 'done' && (
          <Button kind="danger" busy={undo.saving} onClick={() => void undo.ask(current)}>
            {t('undoImport')}
          </Button>
        )}
        <Button onClick={() => onAddMore(state === 'done')}>{t('addMore')}</Button>
      </div>
    </div>
  )
}

/** Undoes an import, also a running one, after a confirmation: what it added is removed, what was changed since stays. */
function useUndo(orgUnitId: string, reload: () => void) {
  const t = useTexts('families', texts)
  const { save, saving } = useSave('POST /rest-api/families/imports/{orgUnitId}/{importId}/undo', {
    failed: (problem) => `${t('undoFailed')} ${problemText(problem)}`,
  })
  /** Whether the undo was started. */
  async function startUndo({ id }: Pick<Import, 'id'>): Promise<boolean> {
    const isStarted = (await save({ orgUnitId, importId: id })) !== undefined
    if (isStarted) reload()
    return isStarted
  }
  return {
    saving,
    ask: async (current: Pick<Import, 'id' | 'added' | 'changed'>) => {
      const { added, changed } = current
      const lost = t('undoLost', { added, changed })
      if (await confirm({ title: t('undoTitle'), lost, kept: t('undoKept'), yes: t('undoImport') }))
        await startUndo(current)
    },
    cancel: async (current: Pick<Import, 'id'>) => {
      const question = { title: t('undoTitle'), lost: t('cancelLost'), kept: t('undoKept') }
      if (!(await confirm({ ...question, yes: t('undoImport'), no: t('goOn') }))) return
      if (await startUndo(current)) showSnackbar({ text: t('cancelled') })
    },
  }
}
