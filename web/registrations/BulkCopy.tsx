import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { organizationOf } from '#shared/ids.ts'
import { type AnswerOf, callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { newPart } from '../api/newPart.ts'
import { runForEach, showBulkResult } from '../shell/bulkAction.ts'
import { refresh } from '../shell/useSave.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import { CopyForOthers, type UnitByRegistration } from './CopyForOthers.tsx'
import styles from './Registrations.module.css'
import english from './texts.en.json'
import { useArchivedTeams } from './useArchivedTeams.ts'

const LIST = 'GET /rest-api/registration/list/{orgUnitId}'
type RegistrationRow = AnswerOf<typeof LIST>['registrations'][number]
type Props = {
  chosen: readonly RegistrationRow[]
  /** Called with the registrations that are still to be copied, which stay selected. */
  onDone: (lost: ReadonlySet<string>) => void
}

/**
 * Copies the selected registrations one after the other, e.g. for a new season, each for its own team or for a chosen one. The team has
 * to be chosen if one of them is of an archived team, where nobody could register.
 */
export function BulkCopy({ chosen, onDone }: Props) {
  const t = useTexts('registrations', english)
  const cache = useSWRConfig()
  const orgId = organizationOf(chosen[0]?.registrationId ?? '')
  const limitReason = useWhyLimited(orgId)
  const archivedTeamIds = new Set(useArchivedTeams(orgId).map(({ id }) => id))
  const hasArchivedTeam = chosen.some(({ orgUnit }) => archivedTeamIds.has(orgUnit.id))
  const [progress, setProgress] = useState<{ at: number; count: number }>()
  const [isChoosing, setIsChoosing] = useState(false)
  // A retry after a lost response creates the same registration.
  const copyIds = useRef(new Map<string, string>())
  async function copyAll(units: UnitByRegistration = new Map()) {
    const toTarget = ({ registrationId, orgUnit }: RegistrationRow) => {
      const unit = units.get(registrationId) ?? orgUnit.id
      return { unit, copyKey: `${registrationId} ${unit}` }
    }
    function toCopyId(line: RegistrationRow): string {
      const { unit, copyKey } = toTarget(line)
      const id = copyIds.current.get(copyKey) ?? `${unit}.${newPart('r')}`
      copyIds.current.set(copyKey, id)
      return id
    }
    const result = await runForEach(
      chosen,
      (line) => {
        const { registrationId } = line
        const input = { registrationId, body: { registrationId: toCopyId(line) } }
        return callApi('POST /rest-api/registration/copy/{registrationId}', input, handledProblems)
      },
      { onProgress: (at, count) => setProgress({ at, count }) },
    )
    const copies = result.done.map(toCopyId)
    for (const line of result.done) copyIds.current.delete(toTarget(line).copyKey)
    setProgress(undefined)
    refresh(cache, LIST)
    showBulkResult(result, {
      done: t('copiedChosen', { count: result.done.length }),
      failed: t('notCopied', { count: result.failed.length }),
      action: { label: t('undo'), run: () => void deleteCopies(copies) },
    })
    onDone(new Set(result.failed.map(({ item: registration }) => registration.registrationId)))
  }
  async function deleteCopies(copies: readonly string[]) {
    const result = await runForEach(
      copies,
      (registrationId) =>
        callApi('DELETE /rest-api/registration/{registrationId}', { registrationId }, handledProblems),
      { skipCodes: new Set(['not_found']) },
    )
    refresh(cache, LIST)
    showBulkResult(result, {
      done: t('copiesDeleted', { count: result.done.length }),
      failed: t('copiesNotDeleted', { count: result.failed.length }),
    })
  }
  // During the run the list may be refreshed and no longer have the selected registrations.
  if (chosen.length === 0 && !progress) return null
  return (
    <div className={styles.buttons}>
      <Button
        kind="primary"
        busy={progress !== undefined}
        onClick={() => (hasArchivedTeam ? setIsChoosing(true) : void copyAll())}
        disabledReason={limitReason}
      >
        {t('copyChosen', { count: progress?.count ?? chosen.length })}
      </Button>
      {!progress && (
        <Button kind="quiet" onClick={() => setIsChoosing(true)} disabledReason={limitReason}>
          {t('copyForOthers')}
        </Button>
      )}
      <CopyForOthers
        registrations={isChoosing ? chosen : []}
        close={() => setIsChoosing(false)}
        onCopy={(units) => {
          setIsChoosing(false)
          void copyAll(units)
        }}
      />
      <p role="status">{progress && t('copyingAt', progress)}</p>
    </div>
  )
}

const handledProblems = { handles: ['failures', 'not_allowed'] } as const
