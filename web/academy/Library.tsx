import { Suspense, useDeferredValue, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { hasRight } from '#shared/permissions.ts'
import { isSettled, useApi } from '../api.ts'
import { chunk } from '../chunk.ts'
import { useTexts } from '../i18n.ts'
import { ButtonsOrMenu } from '../kit/ButtonsOrMenu.tsx'
import { Link } from '../kit/Link.tsx'
import { AcademyIcon, ChevronLeftIcon } from '../kit/icons.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { EmptyState } from '../kit/States.tsx'
import { useKeptFocus } from '../kit/useKeptFocus.ts'
import { useMediaQuery, usePhone } from '../kit/useMediaQuery.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Screen } from '../shell/Screen.tsx'
import { useSelected } from '../shell/useSelection.ts'
import styles from './Academy.module.css'
import { AddMenu } from './AddMenu.tsx'
import { Bin } from './Bin.tsx'
import { SelectionActions } from './SelectionActions.tsx'
import { ItemDialogs, type LibraryDialog } from './ItemDialogs.tsx'
import { ItemTable } from './ItemTable.tsx'
import { ItemPanel } from './ItemPanel.tsx'
import { PeopleFilter } from './PeopleFilter.tsx'
import { LEVEL, pathOf, type Place, TAGS, useItems, useView, type View, views } from './place.ts'
import { StorageBar } from './StorageBar.tsx'
import { TagFilter } from './TagFilter.tsx'
import texts from './texts.en.json'
import { Uploads } from './Uploads.tsx'
import { useMove } from './useItemActions.ts'

/** Only laptops have room for the tree; items can be moved without it. */
const FolderSidebar = chunk(() => import('./FolderSidebar.tsx').then(({ FolderSidebar }) => FolderSidebar), 'orNothing')

/** A library: tree, list and sidebar side by side on laptops, one at a time on phones. */
export function Library({ place, of }: { place: Place; of: string }) {
  const t = useTexts('academy', texts)
  const { orgId, folderId } = place
  const { view, itemId, choose } = useView()
  const filter = useListFilter(orgId)
  const { level, isLevelRead, isStaff, isOwned, isOff } = useLevel(place)
  const read = useItems(place, view, filter.query)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [opened, open] = useState<LibraryDialog>()
  const { drag, drop } = useDragAndDrop(orgId, isStaff)
  const mayAdd = view === 'folders' && (read.data?.mayAdd ?? false)
  const isByWhom = view === 'folders' || view === 'shared'
  // Waits for the reader's level, which decides the actions of each item; actions added later would shift the layout.
  const itemsRead = isLevelRead ? read : { ...read, data: undefined }
  // The filters appear together with the list, because filters added later would push it down. Deferred to split the render.
  const isReady = useDeferredValue(isLevelRead && filter.isRead)
  const skeleton = <RowSkeletons label={t('loading')} rows={5} height="48px" />
  const items = read.data?.items ?? []
  const selectedItems = items.filter(({ id }) => chosen.has(id))
  const mainRef = useKeptFocus<HTMLDivElement>()
  const isWide = useMediaQuery('(min-width: 1024px)')
  // An empty library has nothing to filter.
  const isBare = view === 'folders' && folderId === undefined && read.data?.items.length === 0 && !filter.isUsed
  const title = read.data?.folder?.name ?? (of ? t('libraryOf', { name: of }) : t('library'))
  if (read.error?.code === 'not_allowed') return <Navigate to={paths.forbidden()} replace />
  return (
    <Screen
      title={title}
      width="full"
      actions={
        <>
          <OtherLists place={place} />
          {mayAdd && <AddMenu place={place} open={open} />}
        </>
      }
    >
      <Path place={place} path={read.data?.path ?? []} isFolder={folderId !== undefined} />
      <Views place={place} view={view} isStaff={isStaff} />
      <div className={styles.columns}>
        {isStaff && isWide && (
          <Suspense fallback={null}>
            <FolderSidebar.Component place={place} drop={drop} drag={(id) => drag([id])} />
          </Suspense>
        )}
        <div ref={mainRef} tabIndex={-1} role="group" aria-label={t(view)} className={styles.main}>
          {isOff ? (
            <EmptyState title={t('isOff')} hint={t('isOffHint')} icon={<AcademyIcon size={32} />} />
          ) : view === 'bin' ? (
            <Bin orgId={orgId} />
          ) : !isReady ? (
            skeleton
          ) : (
            <>
              {!isBare && (
                <div className={styles.tools}>
                  <SearchField label={t('filter')} value={filter.typed} onChange={filter.setTyped} />
                  {isStaff && isByWhom && (
                    <PeopleFilter orgId={orgId} value={filter.query.by} onChange={filter.setBy} />
                  )}
                  <TagFilter
                    tags={filter.allTags}
                    value={filter.query.tags}
                    onChange={filter.setTags}
                    edit={isStaff && !isOwned ? () => open({ dialog: 'tags' }) : undefined}
                  />
                </div>
              )}
              {mayAdd && isOwned && folderId === undefined && <p className={styles.muted}>{t('onlyYouWillSee')}</p>}
              {/* The club's owners see a team's library as the team sees it, and cannot add anything there. */}
              {view === 'folders' && isStaff && !isOwned && place.teamId !== undefined && folderId === undefined && (
                <p className={styles.muted}>
                  {t('asTeamSees')} <Link to={paths.storage({ orgId })}>{t('toClubLibrary')}</Link>
                </p>
              )}
              {mayAdd && <Uploads place={place} />}
              {selectedItems.length > 0 && (
                <SelectionActions items={selectedItems} clear={() => setChosen(new Set())} open={open} orgId={orgId} />
              )}
              <Loaded read={itemsRead} failed={t('failed')} skeleton={skeleton}>
                {(data) => (
                  <ItemTable
                    place={place}
                    view={view}
                    items={data.items}
                    isFiltered={filter.isOn || (filter.query.by !== null && isByWhom)}
                    mayAdd={mayAdd}
                    isStaff={isStaff}
                    isOwned={isOwned}
                    open={open}
                    drag={drag}
                    drop={drop}
                    choice={isStaff ? { chosen, choose: setChosen } : undefined}
                  />
                )}
              </Loaded>
            </>
          )}
          {isReady && isStaff && level?.storage && <StorageBar {...level.storage} />}
        </div>
        <ItemPanel place={place} itemId={itemId} close={() => choose(undefined)} open={open} />
      </div>
      <ItemDialogs
        place={place}
        isOwned={isOwned}
        items={items}
        open={open}
        opened={opened}
        close={() => open(undefined)}
        done={() => setChosen(new Set())}
      />
    </Screen>
  )
}

/** Filters of the list: text, tags, and who added the item. */
function useListFilter(orgId: string) {
  const [typed, setTyped] = useState('')
  const filter = useDeferredValue(typed).trim()
  const [chosenTags, setTags] = useState<readonly string[]>([])
  const [by, setBy] = useState<string | null>(null)
  const tagged = useApi(TAGS, { query: { organizationId: orgId } }, { handles: ['failures', 'not_allowed'] })
  const allTags = tagged.data?.tags ?? []
  // Drops tags that were deleted meanwhile.
  const tags = chosenTags.filter((chosenId) => allTags.some(({ id }) => id === chosenId))
  const isOn = filter !== '' || tags.length > 0
  const isUsed = typed !== '' || allTags.length > 0 || by !== null
  return {
    isUsed,
    typed,
    setTyped,
    allTags,
    setTags,
    setBy,
    query: { filter, tags, by },
    isOn,
    isRead: isSettled(tagged),
  }
}

/** The reader's level in a library, and what it allows. */
function useLevel({ orgId, playerId }: Place) {
  const read = useApi(LEVEL, { orgId }, { handles: ['failures', 'not_allowed'] })
  const level = read.data
  return {
    level,
    isLevelRead: isSettled(read),
    isStaff: playerId === undefined && (level?.mayAdd ?? false),
    // What a coach adds at the top level is theirs until they share it; in a folder it has the folder's sharing.
    isOwned: level?.level !== 'OWNER',
    // The library is switched off: families see a notice, while its coaches can already prepare it.
    isOff: level !== undefined && !level.mayAdd && !level.academyEnabled,
  }
}

/** Staff can move items by dragging them onto a folder. */
function useDragAndDrop(orgId: string, isStaff: boolean) {
  const [dragged, drag] = useState<readonly string[]>([])
  const move = useMove(orgId)
  const drop = (parentId: string) => {
    if (dragged.length > 0 && !dragged.includes(parentId)) void move([...dragged], parentId)
    drag([])
  }
  return { drag, drop: isStaff ? drop : undefined }
}

/** Links to recordings, and to assignments: those of the player whose library it is, as far as the reader sees them. */
function OtherLists({ place: { orgId, playerId } }: { place: Place }) {
  const t = useTexts('academy', texts)
  const ownPlayer = useSelected().playersAndTeams.data?.players.find(({ id }) => id === playerId)
  const assignments =
    ownPlayer && hasRight(ownPlayer, 'sees')
      ? paths.playerTasks({ organizationId: orgId, playerId: ownPlayer.id })
      : paths.assignmentsHome()
  // On phones there is no room beside the add button; a player's library has no add button.
  const isMenu = usePhone() && playerId === undefined
  const links = [
    { label: t('recordings'), to: paths.recordings() },
    { label: t('assignments'), to: assignments },
  ]
  return <ButtonsOrMenu about={t('library')} items={links} isMenu={isMenu} />
}

function Views({ place, view, isStaff }: { place: Place; view: View; isStaff: boolean }) {
  const t = useTexts('academy', texts)
  return (
    <nav className={styles.views} aria-label={t('views')}>
      {views
        .filter((each) => each !== 'bin' || isStaff)
        .map((each) => (
          <Link
            key={each}
            to={pathOf(place, undefined, each === 'folders' ? {} : { view: each })}
            aria-current={each === view ? 'page' : undefined}
          >
            {t(each)}
          </Link>
        ))}
    </nav>
  )
}

/** Breadcrumbs of the enclosing folders. */
function Path({ place, path, isFolder }: { place: Place; path: { id: string; name: string }[]; isFolder: boolean }) {
  const t = useTexts('academy', texts)
  if (!isFolder) return null
  return (
    <nav className={styles.path} aria-label={t('path')}>
      <Link to={pathOf(place)}>
        <ChevronLeftIcon size={20} />
        {t('library')}
      </Link>
      {path.map(({ id, name }) => (
        <Link key={id} to={pathOf(place, id)}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
