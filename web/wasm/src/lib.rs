//! gridlog in a browser: requests and responses are texts in the memory of the module, and the host tells the time.
//!
//! ```text
//! at = alloc(bytes)              room for a request in UTF-8, which the host fills
//! response = ask(at, bytes)      takes that room; where the response is (upper half), and how many bytes (lower half)
//! free(at, bytes)                gives the room of the response back
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::RefCell;
use std::panic;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use gridlog::stages::machine::{self, Machine};
use gridlog::{Answerer, Host};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since a moment that never changes.
    fn now() -> f64;
    /// Takes a sign of life: JSON.
    fn progress(at: *const u8, bytes: usize);
    /// Takes the message of a fault, after which nothing here can be called any more.
    fn panic(at: *const u8, bytes: usize);
}

/// The most memory a module can have: all pages but one.
const MOST: usize = 0xffff << 16;

/// Counts the bytes that are in use: the memory of a module never shrinks, so its size says nothing about that.
struct Counting(AtomicUsize);

impl Counting {
    /// Counts so many bytes more or, with a difference that wraps around, fewer. The host is told if there is no more memory,
    /// which most often is the end.
    fn took(&self, at: *mut u8, bytes: usize) -> *mut u8 {
        if at.is_null() {
            unsafe { panic(FULL.as_ptr(), FULL.len()) }
        } else {
            self.0.fetch_add(bytes, Ordering::Relaxed);
        }
        at
    }
}

// SAFETY: everything is done by the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.took(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        self.took(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        self.0.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        self.took(unsafe { System.realloc(at, layout, size) }, size.wrapping_sub(layout.size()))
    }
}

/// What the host is told then; `engine/instance.js` knows it.
const FULL: &str = "out of memory";

#[global_allocator]
static MEMORY: Counting = Counting(AtomicUsize::new(0));

thread_local! {
    static ANSWERER: RefCell<Option<Answerer>> = const { RefCell::new(None) };
}

/// Room for a request.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(bytes: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; bytes].into_boxed_slice()).cast()
}

/// Gives room back.
///
/// # Safety
/// It comes from [`alloc`] or [`ask`], has this many bytes, and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(at: *mut u8, bytes: usize) {
    drop(unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(at, bytes)) });
}

/// Answers a request.
///
/// # Safety
/// The room comes from [`alloc`] and has this many bytes; it is given back by this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(at: *mut u8, bytes: usize) -> u64 {
    let request = unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(at, bytes)) };
    let request = String::from_utf8_lossy(&request);
    let host = Host { progress: Some(Box::new(tell)), ..Host::default() };
    let response =
        ANSWERER.with_borrow_mut(|answerer| answerer.get_or_insert_with(begin).answer(&request, host));
    let response = response.into_bytes().into_boxed_slice();
    let bytes = response.len() as u64;
    ((Box::into_raw(response).cast::<u8>() as u64) << 32) | bytes
}

/// What comes before the first request.
fn begin() -> Answerer {
    machine::embed(Machine { now: time, memory: || MEMORY.0.load(Ordering::Relaxed), most: MOST });
    panic::set_hook(Box::new(|fault| {
        let text = fault.to_string();
        unsafe { panic(text.as_ptr(), text.len()) }
    }));
    Answerer::default()
}

fn time() -> Duration {
    Duration::from_secs_f64(unsafe { now() }.max(0.0) / 1000.0)
}

fn tell(text: &str) {
    unsafe { progress(text.as_ptr(), text.len()) }
}
