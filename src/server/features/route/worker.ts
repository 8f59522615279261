import { parentPort, workerData } from 'node:worker_threads'
import { planDoors, type PlanRequest } from './plan.ts'

parentPort?.postMessage(planDoors(workerData as PlanRequest))
