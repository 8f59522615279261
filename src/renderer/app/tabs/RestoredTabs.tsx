import { useEffect, useEffectEvent, type Dispatch } from 'react'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { tabTitle } from '../../widgets/tab.ts'
import { titleAt } from '../routes.ts'
import { subjectOf } from './keptPages.ts'
import { type OpenTab, type TabAction } from './model.ts'

interface RestoredTabsProps {
  readonly tabs: readonly OpenTab[]
  readonly dispatch: Dispatch<TabAction>
}

/** Names the pages that came back and were not shown yet, as they would name themselves; those whose subject is gone are closed. */
export function RestoredTabs({ tabs, dispatch }: RestoredTabsProps) {
  return tabs
    .filter(({ wasVisited, isClosing }) => !wasVisited && !isClosing)
    .map(({ key }) => {
      const { activityId, estateId, rosterPropertyId } = subjectOf(key)
      if (activityId !== '') return <AboutActivity key={key} address={key} id={activityId} dispatch={dispatch} />
      if (rosterPropertyId !== '') return <AboutHouse key={key} address={key} id={rosterPropertyId} dispatch={dispatch} />
      return estateId === '' ? null : <AboutEstate key={key} address={key} id={estateId} dispatch={dispatch} />
    })
}

interface AboutProps {
  readonly address: string
  readonly id: string
  readonly dispatch: Dispatch<TabAction>
}

function AboutActivity({ id, ...page }: AboutProps) {
  const { data, error } = useEndpoint('activity.get', { query: { id } }, { errors: 'caller' })
  useName(page, data?.title, error?.failure.kind === 'refused' && error.failure.code === 404)
  return null
}

function AboutHouse({ id, ...page }: AboutProps) {
  const { data, error } = useEndpoint('ballot.property', { query: { rosterPropertyId: id } }, { errors: 'caller' })
  useName(page, data?.place, error?.failure.kind === 'refused' && error.failure.code === 404)
  return null
}

function AboutEstate({ id, ...page }: AboutProps) {
  const { data } = useEndpoint('estate.all', {}, { errors: 'caller' })
  const estate = data?.find((each) => each.id === id)
  useName(page, estate?.name, data !== undefined && estate === undefined)
  return null
}

function useName({ address, dispatch }: Omit<AboutProps, 'id'>, subject: string | undefined, isSubjectGone: boolean): void {
  const name = useEffectEvent((about: string | undefined, isGone: boolean) => {
    if (isGone) dispatch({ type: 'closed', keys: [address] })
    else if (about !== undefined) dispatch({ type: 'named', key: address, title: tabTitle(titleAt(address) ?? '', about) })
  })
  useEffect(() => name(subject, isSubjectGone), [subject, isSubjectGone])
}
