import { createRoot } from 'react-dom/client';
import { createClient } from 'toolwright/client';
import type { ShopTools } from './shop.types.js';
import { useStream } from './use-stream.js';

const tools = createClient<ShopTools>({ url: '/tools' });

function Description({ product }: { readonly product: string }) {
  const { parts, isRunning, start, stop } = useStream(tools.describe);
  return (
    <>
      <button type="button" id="start" onClick={() => start({ product })}>
        Describe
      </button>
      <button type="button" id="startLong" onClick={() => start({ product, words: 1_000_000 })}>
        Describe at length
      </button>
      <button type="button" id="stop" onClick={stop}>
        Stop
      </button>
      <p id="words">{parts.map((part) => (part.isLast ? '.' : part.data.word)).join(' ')}</p>
      <p id="state">{isRunning ? 'running' : 'idle'}</p>
    </>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Description product="cup" />);
