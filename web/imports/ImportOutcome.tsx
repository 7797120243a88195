import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { Failure } from '../kit/Failure.tsx'
import { Progress } from '../kit/Progress.tsx'
import styles from './Imports.module.css'
import english from './texts.en.json'
import type { ImportAction } from './actions.ts'
import type { useImport } from './useImport.ts'

type Props = {
  importing: ReturnType<typeof useImport>
  retry: (acts: readonly ImportAction[]) => void
  startOver: () => void
}

/** Progress and result of an import or its undo. */
export function ImportOutcome({ importing, retry, startOver }: Props) {
  const t = useTexts('imports', english)
  const { acting, undoing } = importing
  const { done: lastActions, left: remaining } = importing.lastImport
  const running = [acting.run, undoing.run].find((run) => run?.state === 'running')
  if (running)
    return (
      <Card>
        <Progress
          label={running === undoing.run ? t('undoing') : t('importing')}
          done={running.done}
          total={running.total}
          cancel={running === undoing.run ? undoing.stop : acting.stop}
        />
      </Card>
    )
  const { run } = acting
  const reasonOf = (failed: NonNullable<typeof run>['failed'] | NonNullable<typeof undoing.run>['failed']) =>
    failed[0] ? problemText(failed[0].problem) : ''
  const completedCount = lastActions.filter(({ begun }) => !begun).length
  const importedCount = run && run.done - run.failed.length
  async function undoImport() {
    const title = t('undoTitle')
    const lost = t('undoLost', { count: lastActions.length })
    if (await confirm({ title, lost, kept: t('undoKept'), yes: t('undo') })) await importing.undo()
  }
  return (
    <Card className={styles.part}>
      {run && run.state === 'over' && importedCount !== undefined && importedCount > 0 && (
        <Notice tone="success">{t('importedAll', { count: importedCount })}</Notice>
      )}
      {run?.state === 'stopped' && <Notice tone="warning">{t('stopped', { done: run.done, total: run.total })}</Notice>}
      {run && run.failed.length > 0 && (
        <Failure text={t('failed', { count: run.failed.length, why: reasonOf(run.failed) })}>
          <Button onClick={() => retry(run.failed.map(({ item }) => item))}>{t('again')}</Button>
        </Failure>
      )}
      {undoing.run && undoing.run.failed.length === 0 && undoing.run.state === 'over' && (
        <Notice tone="success">{t('undone')}</Notice>
      )}
      {undoing.run && undoing.run.failed.length > 0 && (
        <Failure text={t('undoFailed', { count: undoing.run.failed.length, why: reasonOf(undoing.run.failed) })} />
      )}
      {!run && !undoing.run && remaining.length === 0 && <p>{t('lastImport', { count: lastActions.length })}</p>}
      {!run && !undoing.run && remaining.length > 0 && (
        <Notice tone="warning">
          {t('lastCut', { done: completedCount, total: completedCount + remaining.length })}
        </Notice>
      )}
      <div className={styles.actions}>
        {lastActions.length > 0 && <Button onClick={() => void undoImport()}>{t('undo')}</Button>}
        {(run ?? undoing.run) && <Button onClick={startOver}>{t('another')}</Button>}
      </div>
    </Card>
  )
}
