import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { organizationOf } from '#shared/ids.ts'
import { type AnswerOf, callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { newPart } from '../api/newPart.ts'
import { eachChosen, tellCame } from '../shell/eachChosen.ts'
import { refresh } from '../shell/useSave.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import { CopyForOthers, type Units } from './CopyForOthers.tsx'
import styles from './Registrations.module.css'
import english from './texts.en.json'
import { useArchivedTeams } from './useArchivedTeams.ts'

const LIST = 'GET /rest-api/registration/list/{orgUnitId}'
type Line = AnswerOf<typeof LIST>['registrations'][number]
type Props = {
  chosen: readonly Line[]
  /** Called with the registrations that are still to be copied, which stay selected. */
  done: (lost: ReadonlySet<string>) => void
}

/**
 * Copies the selected registrations one after the other, e.g. for a new season, each for its own team or for a chosen one. The team has
 * to be chosen if one of them is of an archived team, where nobody could register.
 */
export function CopyChosen({ chosen, done }: Props) {
  const t = useTexts('registrations', english)
  const cache = useSWRConfig()
  const orgId = organizationOf(chosen[0]?.registrationId ?? '')
  const limited = useWhyLimited(orgId)
  const archived = new Set(useArchivedTeams(orgId).map(({ id }) => id))
  const asks = chosen.some(({ orgUnit }) => archived.has(orgUnit.id))
  const [run, setRun] = useState<{ at: number; count: number }>()
  const [choosing, setChoosing] = useState(false)
  // A retry after a lost response creates the same registration.
  const made = useRef(new Map<string, string>())
  async function copy(units: Units = new Map()) {
    const wishOf = ({ registrationId, orgUnit }: Line) => {
      const unit = units.get(registrationId) ?? orgUnit.id
      return { unit, wish: `${registrationId} ${unit}` }
    }
    function copyOf(line: Line): string {
      const { unit, wish } = wishOf(line)
      const id = made.current.get(wish) ?? `${unit}.${newPart('r')}`
      made.current.set(wish, id)
      return id
    }
    const came = await eachChosen(
      chosen,
      (line) => {
        const { registrationId } = line
        const input = { registrationId, body: { registrationId: copyOf(line) } }
        return callApi('POST /rest-api/registration/copy/{registrationId}', input, handled)
      },
      { at: (at, count) => setRun({ at, count }) },
    )
    const copies = came.done.map(copyOf)
    for (const line of came.done) made.current.delete(wishOf(line).wish)
    setRun(undefined)
    refresh(cache, LIST)
    tellCame(came, {
      done: t('copiedChosen', { count: came.done.length }),
      lost: t('notCopied', { count: came.lost.length }),
      action: { label: t('undo'), run: () => void takeBack(copies) },
    })
    done(new Set(came.lost.map(({ thing }) => thing.registrationId)))
  }
  async function takeBack(copies: readonly string[]) {
    const came = await eachChosen(
      copies,
      (registrationId) => callApi('DELETE /rest-api/registration/{registrationId}', { registrationId }, handled),
      { needless: new Set(['not_found']) },
    )
    refresh(cache, LIST)
    tellCame(came, {
      done: t('copiesDeleted', { count: came.done.length }),
      lost: t('copiesNotDeleted', { count: came.lost.length }),
    })
  }
  // During the run the list may be refreshed and no longer have the selected registrations.
  if (chosen.length === 0 && !run) return null
  return (
    <div className={styles.buttons}>
      <Button
        kind="primary"
        busy={run !== undefined}
        onClick={() => (asks ? setChoosing(true) : void copy())}
        disabledReason={limited}
      >
        {t('copyChosen', { count: run?.count ?? chosen.length })}
      </Button>
      {!run && (
        <Button kind="quiet" onClick={() => setChoosing(true)} disabledReason={limited}>
          {t('copyForOthers')}
        </Button>
      )}
      <CopyForOthers
        lines={choosing ? chosen : []}
        close={() => setChoosing(false)}
        copy={(units) => {
          setChoosing(false)
          void copy(units)
        }}
      />
      <p role="status">{run && t('copyingAt', run)}</p>
    </div>
  )
}

const handled = { handles: ['failures', 'not_allowed'] } as const
