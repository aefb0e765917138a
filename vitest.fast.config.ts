import { defineConfig } from 'vitest/config';
import { filesThatStartProcesses } from './test/setup/process-tests.ts';
import config, { quickProject } from './vitest.config.ts';

// `npm run test:fast`, a minute at most: what needs neither a process nor a Temporal server.
const slow = filesThatStartProcesses('test');

export default defineConfig({ test: { ...config.test, projects: [quickProject(slow)] } });
