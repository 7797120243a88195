import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { Failure } from '../kit/Failure.tsx'
import { Progress } from '../kit/Progress.tsx'
import styles from './Imports.module.css'
import english from './texts.en.json'
import type { Act } from './acts.ts'
import type { useImport } from './useImport.ts'

type Props = { importing: ReturnType<typeof useImport>; again: (acts: readonly Act[]) => void; another: () => void }

/** Progress and result of an import or its undo. */
export function Outcome({ importing, again, another }: Props) {
  const t = useTexts('imports', english)
  const { acting, undoing } = importing
  const { done: last, left } = importing.last
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
  const whyOf = (failed: NonNullable<typeof run>['failed'] | NonNullable<typeof undoing.run>['failed']) =>
    failed[0] ? problemText(failed[0].problem) : ''
  const done = last.filter(({ begun }) => !begun).length
  const good = run && run.done - run.failed.length
  async function takeBack() {
    const title = t('undoTitle')
    const lost = t('undoLost', { count: last.length })
    if (await confirm({ title, lost, kept: t('undoKept'), yes: t('undo') })) await importing.undo()
  }
  return (
    <Card className={styles.part}>
      {run && run.state === 'over' && good !== undefined && good > 0 && (
        <Notice tone="success">{t('importedAll', { count: good })}</Notice>
      )}
      {run?.state === 'stopped' && <Notice tone="warning">{t('stopped', { done: run.done, total: run.total })}</Notice>}
      {run && run.failed.length > 0 && (
        <Failure text={t('failed', { count: run.failed.length, why: whyOf(run.failed) })}>
          <Button onClick={() => again(run.failed.map(({ item }) => item))}>{t('again')}</Button>
        </Failure>
      )}
      {undoing.run && undoing.run.failed.length === 0 && undoing.run.state === 'over' && (
        <Notice tone="success">{t('undone')}</Notice>
      )}
      {undoing.run && undoing.run.failed.length > 0 && (
        <Failure text={t('undoFailed', { count: undoing.run.failed.length, why: whyOf(undoing.run.failed) })} />
      )}
      {!run && !undoing.run && left.length === 0 && <p>{t('lastImport', { count: last.length })}</p>}
      {!run && !undoing.run && left.length > 0 && (
        <Notice tone="warning">{t('lastCut', { done, total: done + left.length })}</Notice>
      )}
      <div className={styles.actions}>
        {last.length > 0 && <Button onClick={() => void takeBack()}>{t('undo')}</Button>}
        {(run ?? undoing.run) && <Button onClick={another}>{t('another')}</Button>}
      </div>
    </Card>
  )
}
