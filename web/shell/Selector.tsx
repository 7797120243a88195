import { useContext } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useFailureInPlace } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { RequestAccess } from '../today/requests/RequestAccess.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { ErrorState, EmptyState } from '../kit/States.tsx'
import { PlayersIcon } from '../kit/icons.tsx'
import { DialogGuards, mayLeave } from '../kit/leaveGuards.ts'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { CoachView } from './CoachView.tsx'
import { FanView } from './FanView.tsx'
import styles from './Selector.module.css'
import { toSwitchedPath, type Selection } from './selection.ts'
import english from './texts.en.json'
import { useSelected } from './useSelection.ts'
import { useWhyCannot } from './useWhyCannot.ts'

/** The player and team selector: a bottom sheet on phones, a drawer at the right on laptops. */
export function Selector({ opened, close }: { opened: boolean; close: () => void }) {
  const t = useTexts('shell', english)
  return (
    <Dialog opened={opened} close={close} title={t('choose')} shape="drawer">
      <SelectorChoices close={close} />
      <div className={styles.ask}>
        <RequestAccess about="team" heading="h3" failure={t('requestFailed')} />
      </div>
    </Dialog>
  )
}

function SelectorChoices({ close }: { close: () => void }) {
  const t = useTexts('shell', english)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { view, select, selection, playersAndTeams } = useSelected()
  const { data, error, isValidating, mutate } = playersAndTeams
  const whyCannot = useWhyCannot()
  const guards = useContext(DialogGuards)
  useFailureInPlace('GET /api/v1/playersAndTeams', {})

  async function choose(next: Selection) {
    if (!(await mayLeave([...(guards ?? [])]))) return
    close()
    select(next)
    const target = toSwitchedPath(pathname, search, view, next, (can, orgId) => whyCannot(can, orgId) === undefined)
    if (target !== pathname + search) void navigate(target)
  }

  if (!data && error) {
    return (
      <ErrorState title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} busy={isValidating} />
    )
  }
  if (!data) {
    return <RowSkeletons label={t('loading')} height="56px" />
  }
  const hasPlayers = data.players.length + data.following.length > 0
  if (!hasPlayers && data.organizations.length === 0) {
    return <EmptyState title={t('nothingToChoose')} hint={t('nothingToChooseHint')} icon={<PlayersIcon size={32} />} />
  }
  return (
    <>
      {hasPlayers && <FanView data={data} onChoose={(next) => void choose(next)} />}
      {data.organizations.length > 0 && (
        <CoachView organizations={data.organizations} selection={selection} onChoose={(next) => void choose(next)} />
      )}
    </>
  )
}
