import { AliasNode, IdentifierNode, type KyselyPlugin, type OperationNode, type QueryId, TableNode } from 'kysely'
import type { Plan } from '../../rules/plans.ts'

/** The tables with a plan. */
const withPlan: ReadonlySet<string> = new Set(['users', 'teams'])

function hasPlan(node: OperationNode): boolean {
  if (AliasNode.is(node)) return hasPlan(node.node)
  return TableNode.is(node) && IdentifierNode.is(node.table.identifier) && withPlan.has(node.table.identifier.name)
}

/** The tables whose rows a statement returns. */
function tablesOf(node: OperationNode): readonly OperationNode[] {
  const { from, joins, into, table } = node as {
    readonly from?: { readonly froms?: readonly OperationNode[] }
    readonly joins?: readonly { readonly table: OperationNode }[]
    readonly into?: OperationNode
    readonly table?: OperationNode
  }
  return [...(from?.froms ?? []), ...(joins ?? []).map((join) => join.table), into, table].filter((one) => !!one)
}

/**
 * Overrides the plan of every user and team that a query returns, for instances without billing. As a plugin it covers
 * every query. The stored plan stays, and is effective again once the instance bills.
 */
export function overridePlan(plan: Plan): KyselyPlugin {
  const withPlans = new WeakSet<QueryId>()
  return {
    transformQuery: ({ node, queryId }) => {
      if (tablesOf(node).some(hasPlan)) withPlans.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (!withPlans.has(queryId)) return result
      return { ...result, rows: result.rows.map((row) => ('plan' in row ? { ...row, plan } : row)) }
    },
  }
}
